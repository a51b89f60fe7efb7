"""What the server says over plain HTTP, and which pages may open a WebSocket."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from websockets.datastructures import Headers
from websockets.exceptions import InvalidStatus
from websockets.http11 import Request

from server.http.site import INDEX, Origins, Site, policy, shim
from tests.server.hosting import SOON, Hosted, Start


async def fetch(hosted: Hosted, head: str, host: str = "127.0.0.1") -> tuple[int, Headers, bytes]:
    """The answer to a request whose first line begins with `head`, over a socket."""
    reader, writer = await asyncio.open_connection("127.0.0.1", hosted.app.port)
    writer.write(f"{head} HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
    answer = await asyncio.wait_for(reader.read(), SOON)
    writer.close()
    top, _, body = answer.partition(b"\r\n\r\n")
    first, *lines = top.decode().split("\r\n")
    return int(first.split()[1]), Headers([line.split(": ", 1) for line in lines]), body


async def test_a_living_server_says_so(hosted: Hosted) -> None:
    assert (await fetch(hosted, "GET /livez"))[0] == 200
    assert (await fetch(hosted, "GET /readyz"))[0] == 200


async def test_a_server_that_stops_is_not_ready(hosted: Hosted) -> None:
    hosted.app._draining = True
    assert (await fetch(hosted, "GET /livez"))[0] == 200
    assert (await fetch(hosted, "GET /readyz"))[0] == 503
    with pytest.raises(InvalidStatus) as refused:
        await hosted.open()
    assert refused.value.response.status_code == 503
    hosted.app._draining = False


async def test_the_page_comes_with_a_strict_policy(hosted: Hosted) -> None:
    status, headers, body = await fetch(hosted, "GET /?x=1")
    assert (status, headers["Content-Type"]) == (200, "text/html; charset=utf-8")
    assert body == (shim() / INDEX).read_bytes()
    rules = headers["Content-Security-Policy"]
    assert "default-src 'none'" in rules
    assert "script-src 'self';" in rules
    assert "unsafe" not in rules
    assert "Server" not in headers


async def test_head_is_get_without_a_body(hosted: Hosted) -> None:
    _, headers, body = await fetch(hosted, "HEAD /")
    assert body == b""
    assert int(headers["Content-Length"]) == (shim() / INDEX).stat().st_size


async def test_other_methods_are_refused(hosted: Hosted) -> None:
    status, headers, _ = await fetch(hosted, "DELETE /")
    assert (status, headers["Allow"]) == (405, "GET, HEAD")


async def test_a_script_has_its_type_and_is_not_sent_twice(hosted: Hosted) -> None:
    _, headers, _ = await fetch(hosted, "GET /core/state/merge.js")
    assert headers["Content-Type"] == "text/javascript; charset=utf-8"
    again = f"GET /core/state/merge.js HTTP/1.1\r\nIf-None-Match: {headers['ETag']}\r\nX: y\r\nZ:"
    reader, writer = await asyncio.open_connection("127.0.0.1", hosted.app.port)
    writer.write(f"{again} z\r\n\r\n".encode())
    assert b" 304 " in await asyncio.wait_for(reader.readline(), SOON)
    writer.close()


@pytest.mark.parametrize(
    "path",
    [
        "/nothing.js", "/../../server/app.py", "/%2e%2e/%2e%2e/pyproject.toml", "/core", "/core/",
        "//etc/passwd", "/adapters/browser/index.html%00.js", "/protocol.d.ts",
        "/foundry/module.zip", "/" + "x" * 300 + ".js",
    ],
)  # fmt: skip
async def test_what_is_no_file_of_the_page_is_not_there(hosted: Hosted, path: str) -> None:
    assert (await fetch(hosted, f"GET {path}"))[0] == 404


async def test_a_link_out_of_the_folder_leads_nowhere(tmp_path: Path) -> None:
    (tmp_path / "secret.json").write_text("{}")
    (tmp_path / "files").mkdir()
    (tmp_path / "files" / "way.json").symlink_to(tmp_path / "secret.json")

    async def ready() -> bool:
        return True

    site = Site(tmp_path / "files", "/vtt", ready, lambda host: f"http://{host}/")
    assert (await site.answer(Request("/way.json", Headers()))).status_code == 404
    assert site.path(Request("/vtt/ws?x", Headers())) == "/ws"
    assert site.path(Request("/vttx/ws", Headers())) == "/vttx/ws"


def test_a_strange_host_is_not_put_into_the_policy() -> None:
    assert "ws://table.example:8765" in policy("table.example:8765")
    assert "evil" not in policy("evil; script-src *")


# Origins


def refusal(origin: str | None, host: str = "table.example", **options: object) -> str | None:
    headers = Headers({"Host": host})
    if origin is not None:
        headers["Origin"] = origin
    public_url = options.get("public_url")
    named = options.get("named", ())
    assert isinstance(named, tuple)
    return Origins(str(public_url) if public_url else None, named).refusal(Request("/ws", headers))


@pytest.mark.parametrize(
    "origin",
    [
        None, "https://table.example", "http://localhost:30000", "http://127.0.0.1:5000",
        "http://[::1]:3000", "http://foundry.localhost",
    ],
)  # fmt: skip
def test_the_own_page_this_machine_and_programs_may_connect(origin: str | None) -> None:
    assert refusal(origin) is None


@pytest.mark.parametrize(
    "origin",
    [
        "https://evil.example", "https://table.example.evil.example", "null",
        "https://table.example:444", "http://localhost.evil.example",
    ],
)  # fmt: skip
def test_another_page_is_refused_and_told_which_flag_admits_it(origin: str) -> None:
    assert f"--origin {origin}" in (refusal(origin) or "")


def test_a_named_origin_and_the_public_one_may_connect() -> None:
    assert refusal("https://app.roll20.net", named=("https://app.roll20.net/",)) is None
    assert refusal("https://tk.example", public_url="https://tk.example/turn") is None


async def test_a_refused_page_reads_why(start: Start) -> None:
    hosted = await start()
    with pytest.raises(InvalidStatus) as refused:
        await hosted.open(origin="https://evil.example")
    assert refused.value.response.status_code == 403
    assert b"--origin https://evil.example" in (refused.value.response.body or b"")


async def test_an_unknown_subprotocol_is_refused(hosted: Hosted) -> None:
    with pytest.raises(InvalidStatus) as refused:
        await hosted.open("turnkeeper.v9.yaml")
    assert refused.value.response.status_code == 400


@pytest.mark.parametrize("head", ["GET //[", "GET http://[/x"])
async def test_an_address_that_is_none_is_a_bad_request(hosted: Hosted, head: str) -> None:
    assert (await fetch(hosted, head))[0] == 400
