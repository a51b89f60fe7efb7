"""What the doctor finds, at a server that is well and where something is in the way."""

from __future__ import annotations

import asyncio

import pytest

from server.cli.doctor import Finding, Target, _admits, _browsers, examine
from tests.server.hosting import Hosted, Start


async def findings(target: Target, origin: str = "") -> list[Finding]:
    return [finding async for finding in examine(target, origin)]


async def test_a_server_that_is_well_has_no_complaint(hosted: Hosted) -> None:
    found = await findings(Target.of(f"{hosted.app.page}#table=friday&token={hosted.tokens['gm']}"))
    assert all(finding.well for finding in found)
    assert any("friday as gm" in finding.what for finding in found)


async def test_a_link_that_is_no_longer_valid_is_found(hosted: Hosted) -> None:
    found = await findings(Target.of(f"{hosted.app.page}#table=friday&token=old"))
    assert "opens nothing" in found[-1].what


async def test_nobody_listening_is_found(unused_tcp_port: int) -> None:
    found = await findings(Target.of(f"http://127.0.0.1:{unused_tcp_port}/"))
    assert [finding.well for finding in found] == [False]
    assert "cannot be reached" in found[0].what


async def test_a_server_that_is_not_ready_is_found(hosted: Hosted) -> None:
    hosted.app._draining = True
    found = await findings(Target.of(hosted.app.page))
    hosted.app._draining = False
    assert found[-1].what == "the server is not ready"


async def test_tls_where_there_is_none_is_found(hosted: Hosted) -> None:
    found = await findings(Target.of(f"https://127.0.0.1:{hosted.app.port}/"))
    assert "no TLS" in found[-1].what


async def proxied(answer: bytes, **answers: bytes) -> list[Finding]:
    """What is found where every path has the same answer, or its own."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        path = head.split()[1].decode().rpartition("/")[2].partition(".")[0]
        body = answers.get(path, answer)
        length = f"HTTP/1.1 200 OK\r\nContent-Length: {len(body)}\r\n"
        writer.write(f"{length}Connection: close\r\n\r\n".encode() + body)
        writer.close()

    proxy = await asyncio.start_server(serve, "127.0.0.1", 0)
    port = proxy.sockets[0].getsockname()[1]
    found = await findings(Target.of(f"http://127.0.0.1:{port}/"))
    proxy.close()
    return found


async def test_a_proxy_that_does_not_upgrade_is_found() -> None:
    found = await proxied(b"ok", module=b'{"url": "http://vtt.example/"}')
    assert "instead of opening" in found[-1].what
    assert "Upgrade" in found[-1].advice


async def test_something_else_that_answers_is_not_taken_for_turnkeeper() -> None:
    found = await proxied(b"It works!")
    assert (found[-1].well, found[-1].what) == (False, "/livez answers 200, not Turnkeeper")


async def test_a_proxy_that_passes_on_some_paths_only_is_found() -> None:
    found = await proxied(b"ok", module=b"<html>")
    assert "/foundry/module.json answers 200" in found[-1].what


async def test_a_server_that_does_not_know_its_own_address_is_found(start: Start) -> None:
    hosted = await start(public_url="https://127.0.0.1/turn")
    found = await findings(Target.of(f"http://127.0.0.1:{hosted.app.port}/"))
    assert (found[-1].well, "--public-url" in found[-1].advice) == (False, True)
    elsewhere = await start(public_url="https://vtt.example/turn")
    found = await findings(Target.of(f"http://127.0.0.1:{elsewhere.app.port}/"))
    assert all(finding.well for finding in found)
    assert any("wss://vtt.example:443/turn" in finding.what for finding in found)


async def test_a_page_that_may_not_connect_is_found_with_what_would_admit_it(
    start: Start,
) -> None:
    hosted = await start(origins=("https://vtt.example",))
    target = Target.of(hosted.app.page)
    found = await findings(target, "https://evil.example")
    assert found[-1].advice == "Start the server with: --origin https://evil.example"
    found = await findings(target, "https://evil.example:443/game?x=1#y")
    assert found[-1].advice == "Start the server with: --origin https://evil.example"
    found = await findings(target, "http://10.0.0.7:30000/join")
    assert found[-1].advice == "Start the server with: --origin http://10.0.0.7:30000"
    found = await findings(target, "https://vtt.example")
    assert all(finding.well for finding in found)


async def test_a_page_with_https_is_told_that_it_cannot_reach_http() -> None:
    (found,) = await _admits("https://app.roll20.net", Target.of("http://vtt.example:8765"))
    assert (found.well, "cannot reach this http" in found.what) == (False, True)
    assert "--tls-cert" in found.advice


async def test_an_address_of_no_page_is_refused(hosted: Hosted) -> None:
    with pytest.raises(ValueError, match="no address of a page"):
        await findings(Target.of(hosted.app.page), "foundry")


@pytest.mark.parametrize(
    ("url", "socket"),
    [
        ("https://a.example/tk/#table=t&token=x", "wss://a.example:443/tk/ws"),
        ("ws://a.example:8765/ws", "ws://a.example:8765/ws"),
        ("localhost:8765", "ws://localhost:8765/ws"),
        ("http://[::1]:5/", "ws://[::1]:5/ws"),
    ],
)
def test_every_kind_of_address_leads_to_the_socket(url: str, socket: str) -> None:
    assert Target.of(url).socket == socket


def test_what_browsers_forbid_is_told() -> None:
    assert len(_browsers(Target.of("http://192.168.1.4:8765"))) == 2
    assert len(_browsers(Target.of("http://table.example"))) == 1
    assert _browsers(Target.of("http://localhost:8765")) == []
    assert _browsers(Target.of("https://192.168.1.4")) == []


def test_what_is_no_address_is_refused() -> None:
    with pytest.raises(ValueError, match="no address"):
        Target.of("ftp://a.example")
