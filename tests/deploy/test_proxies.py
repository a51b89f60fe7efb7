"""nginx and Caddy, with the files in deploy/, below a path: what people and doctors find there."""

from __future__ import annotations

import asyncio
import json
import ssl
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
from playwright.async_api import async_playwright, expect
from websockets.asyncio.client import connect

from server.cli.doctor import Finding, Target, examine
from tests.browser.conftest import QUIET
from tests.conftest import program
from tests.deploy.conftest import Certificate, free_port, running
from tests.server.hosting import Client, Start


@pytest.fixture(autouse=True)
def trusted(certificate: Certificate, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate.cert))


def settings(port: int) -> dict[str, Any]:
    public = f"https://localhost:{port}/turnkeeper"
    return {"public_url": public, "trusted_proxies": ("127.0.0.1/32",)}


async def examined(url: str) -> list[Finding]:
    return [finding async for finding in examine(Target.of(url))]


def fetched(url: str) -> bytes:
    with urlopen(url) as answer:
        body: bytes = answer.read()
    return body


async def test_the_doctor_finds_nothing_wrong(
    start: Start, proxy: str, certificate: Certificate, tmp_path: Path
) -> None:
    port = free_port()
    hosted = await start(**settings(port))
    async with running(proxy, hosted.app.port, certificate, tmp_path, port):
        found = await examined(f"{hosted.app.page}#table=friday&token={hosted.tokens['gm']}")
    assert [finding for finding in found if not finding.well] == []
    assert any("friday as gm" in finding.what for finding in found)


async def test_a_socket_stays_open_and_the_real_address_comes_through(
    start: Start, proxy: str, certificate: Certificate, tmp_path: Path
) -> None:
    port = free_port()
    hosted = await start(**settings(port))
    trust = ssl.create_default_context(cafile=str(certificate.cert))
    forged = {"X-Forwarded-For": "203.0.113.9"}
    origin: Any = f"https://localhost:{port}"
    async with running(proxy, hosted.app.port, certificate, tmp_path, port):
        address = f"wss://localhost:{port}/turnkeeper/ws"
        async with connect(
            address, ssl=trust, proxy=None, origin=origin, additional_headers=forged
        ) as opened:
            client = Client(opened)
            await client.say({"type": "hello", "table": "friday", "token": hosted.tokens["gm"]})
            await client.until("snapshot")
            await client.do({"do": "open", "system": "adnd1e"})
            assert client.view["system"] == "adnd1e"
            (peer,) = (p for p in hosted.app._server.all_connections if p.user)  # type: ignore[union-attr]
            assert peer.address.startswith("127.")


async def test_what_tabletops_fetch_leads_below_the_path(
    start: Start, proxy: str, certificate: Certificate, tmp_path: Path
) -> None:
    port = free_port()
    hosted = await start(**settings(port))
    page = hosted.app.page
    async with running(proxy, hosted.app.port, certificate, tmp_path, port):
        manifest = json.loads(await asyncio.to_thread(fetched, f"{page}owlbear/manifest.json"))
        popover = await asyncio.to_thread(fetched, manifest["action"]["popover"])
        foundry = json.loads(await asyncio.to_thread(fetched, f"{page}foundry/module.json"))
        archive = await asyncio.to_thread(fetched, foundry["download"])
        script = await asyncio.to_thread(fetched, f"{page}roll20/turnkeeper.user.js")
    assert b"popover.js" in popover
    assert archive.startswith(b"PK")
    assert f'"{page}"'.encode() in script


async def test_the_page_is_played_below_the_path(
    start: Start, proxy: str, certificate: Certificate, tmp_path: Path, chromium: str
) -> None:
    port = free_port()
    hosted = await start(**settings(port))
    async with (
        running(proxy, hosted.app.port, certificate, tmp_path, port),
        async_playwright() as playwright,
    ):
        browser = await playwright.chromium.launch(executable_path=chromium, args=QUIET)
        context = await browser.new_context(ignore_https_errors=True, locale="en-GB")
        page = await context.new_page()
        link = f"https://localhost:{port}/turnkeeper#table=friday&token={hosted.tokens['player']}"
        await page.goto(link)  # without the slash, as somebody types it
        await page.get_by_label("What are you called").fill("Ana")
        await page.get_by_role("button", name="Sit down").click()
        await expect(page.locator(".connection")).to_have_text("Live")
        await browser.close()


async def test_the_doctor_names_an_nginx_that_does_not_upgrade(
    start: Start, certificate: Certificate, tmp_path: Path
) -> None:
    program("nginx")
    port = free_port()
    hosted = await start(**settings(port))

    def spoil(site: str) -> str:
        lines = ("proxy_set_header Upgrade", "proxy_set_header Connection")
        kept = [line for line in site.splitlines() if not line.strip().startswith(lines)]
        return "\n".join(kept)

    async with running("nginx", hosted.app.port, certificate, tmp_path, port, spoil):
        found = await examined(hosted.app.page)
    assert "instead of opening" in found[-1].what
    assert "Upgrade" in found[-1].advice


async def test_the_doctor_names_a_proxy_that_takes_the_path_to_nothing(
    start: Start, proxy: str, certificate: Certificate, tmp_path: Path
) -> None:
    port = free_port()
    hosted = await start(**settings(port))
    async with running(proxy, hosted.app.port, certificate, tmp_path, port):
        found = await examined(f"https://localhost:{port}/elsewhere/")
    assert not found[-1].well
    assert "/elsewhere/livez" in found[-1].what


async def test_the_doctor_names_a_proxy_with_nothing_behind_it(
    proxy: str, certificate: Certificate, tmp_path: Path
) -> None:
    port = free_port()
    async with running(proxy, free_port(), certificate, tmp_path, port):
        found = await examined(f"https://localhost:{port}/turnkeeper/")
    assert (found[-1].well, found[-1].what) == (
        False,
        "/turnkeeper/livez answers 502, not Turnkeeper",
    )
