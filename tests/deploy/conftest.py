"""The real nginx and Caddy, each with the file that the project ships, in front of a real server."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import subprocess
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.conftest import program
from tests.server.conftest import start

__all__ = ["start"]

DEPLOY = Path(__file__).parents[2] / "deploy"
PATIENCE = 20.0
Configure = Callable[[str], str]


class Certificate:
    """For localhost, signed by itself."""

    def __init__(self, folder: Path) -> None:
        self.cert, self.key = folder / "cert.pem", folder / "key.pem"
        subprocess.run(
            [program("openssl"), "req", "-x509", "-newkey", "ec", "-pkeyopt",
             "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj", "/CN=localhost",
             "-addext", "subjectAltName=DNS:localhost", "-keyout", self.key, "-out", self.cert],
            check=True, capture_output=True,
        )  # fmt: skip


@pytest.fixture(scope="session")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Certificate:
    return Certificate(tmp_path_factory.mktemp("certificate"))


@pytest.fixture(params=["nginx", "caddy"])
def proxy(request: pytest.FixtureRequest) -> str:
    """Each of them; skips where it is not installed."""
    program(request.param)
    return str(request.param)


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


def replaced(text: str, changes: dict[str, str]) -> str:
    """Only what differs from machine to machine; whatever else the file says is tried as it is."""
    for old, new in changes.items():
        assert old in text, f"the file does not say {old!r}"
        text = text.replace(old, new)
    return text


def nginx(
    port: int, behind: int, certificate: Certificate, folder: Path, edit: Configure
) -> list[str]:
    site = replaced(
        (DEPLOY / "nginx.conf").read_text("utf-8"),
        {
            "listen 443 ssl;": f"listen 127.0.0.1:{port} ssl;",
            "    listen [::]:443 ssl;\n": "",
            "server_name example.org": "server_name localhost",
            "/etc/ssl/example.org.pem": str(certificate.cert),
            "/etc/ssl/example.org.key": str(certificate.key),
            "127.0.0.1:8765": f"127.0.0.1:{behind}",
        },
    )
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    temporary = "".join(f"{kind}_temp_path {folder}/{kind};\n" for kind in kinds)
    main = f"daemon off; pid {folder}/pid; worker_processes 1; events {{}}\n"
    inner = f"access_log off;\n{temporary}{edit(site)}"
    (folder / "nginx.conf").write_text(f"{main}http {{\n{inner}}}\n", "utf-8")
    return [program("nginx"), "-p", str(folder), "-e", "stderr", "-c", str(folder / "nginx.conf")]


def caddy(
    port: int, behind: int, certificate: Certificate, folder: Path, edit: Configure
) -> list[str]:
    address = f"https://localhost:{port} {{\n\ttls {certificate.cert} {certificate.key}"
    site = replaced(
        (DEPLOY / "Caddyfile").read_text("utf-8"),
        {"\nexample.org {": f"\n{address}", "127.0.0.1:8765": f"127.0.0.1:{behind}"},
    )
    host = "{\n\tadmin off\n\tauto_https disable_redirects\n\tdefault_bind 127.0.0.1\n}\n"
    (folder / "Caddyfile").write_text(host + edit(site), "utf-8")
    return [
        program("caddy"),
        "run",
        "--adapter",
        "caddyfile",
        "--config",
        str(folder / "Caddyfile"),
    ]


@asynccontextmanager
async def running(
    kind: str, behind: int, certificate: Certificate, folder: Path, port: int, edit: Configure = str
) -> AsyncIterator[None]:
    """The proxy on `port`, before the server on `behind`; `edit`: spoils the file first."""
    command = {"nginx": nginx, "caddy": caddy}[kind](port, behind, certificate, folder, edit)
    home = {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    log = folder / "log"
    with log.open("w") as said:
        process = subprocess.Popen(
            command, stdout=said, stderr=subprocess.STDOUT, env={**os.environ, **home}
        )
    try:
        async with asyncio.timeout(PATIENCE):
            while not await _listens(port):
                assert process.poll() is None, log.read_text("utf-8")
                await asyncio.sleep(0.05)
        yield
    finally:
        process.terminate()
        process.wait(PATIENCE)


async def _listens(port: int) -> bool:
    with contextlib.suppress(OSError):
        _, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.close()
        return True
    return False
