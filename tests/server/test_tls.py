"""The server with a certificate of its own."""

from __future__ import annotations

import ssl
import subprocess
from pathlib import Path

import pytest
from websockets.asyncio.client import connect

from tests.conftest import program
from tests.server.hosting import Client, Start


@pytest.fixture
def certificate(tmp_path: Path) -> tuple[Path, Path]:
    """A certificate for localhost, signed by itself, and its key."""
    cert, key = tmp_path / "cert.pem", tmp_path / "key.pem"
    subprocess.run(
        [program("openssl"), "req", "-x509", "-newkey", "ec", "-pkeyopt",
         "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj", "/CN=localhost",
         "-addext", "subjectAltName=DNS:localhost", "-keyout", str(key), "-out", str(cert)],
        check=True, capture_output=True,
    )  # fmt: skip
    return cert, key


async def test_a_certificate_makes_the_socket_secure(
    start: Start, certificate: tuple[Path, Path]
) -> None:
    cert, key = certificate
    hosted = await start(tls_cert=cert, tls_key=key)
    assert hosted.app.page.startswith("https://")
    trust = ssl.create_default_context(cafile=str(cert))
    address = f"wss://localhost:{hosted.app.port}/ws"
    async with connect(address, ssl=trust, host="127.0.0.1", proxy=None) as socket:
        client = Client(socket)
        await client.say({"type": "hello", "table": "friday", "token": hosted.tokens["gm"]})
        await client.until("snapshot")
        await client.do({"do": "open", "system": "adnd1e"})
        assert client.view["system"] == "adnd1e"
