"""What a game master gets for PlanarAlly: a mod that PlanarAlly takes, with all that it imports."""

from __future__ import annotations

import hashlib
import io
import json
import posixpath
import re
import tomllib
import zipfile

import pytest
from websockets.datastructures import Headers
from websockets.http11 import Request

from server import __version__
from server.http.site import Site, shim
from server.ops.config import Settings
from tests.test_architecture_clients import PATH

ARCHIVE = "/planarally/turnkeeper.pam"
PUBLIC = "https://vtt.example/turn/"


async def answer(path: str, public_url: str | None = None) -> tuple[int, Headers, bytes]:
    settings = Settings(public_url=public_url)

    async def ready() -> bool:
        return True

    site = Site(shim(), settings.prefix, ready, lambda host: settings.page(8765, host))
    response = await site.answer(Request(path, Headers({"Host": "127.0.0.1:8765"})))
    return response.status_code, response.headers, bytes(response.body)


async def unpacked() -> dict[str, bytes]:
    _, _, body = await answer(ARCHIVE)
    with zipfile.ZipFile(io.BytesIO(body)) as packed:
        return {name: packed.read(name) for name in packed.namelist()}


async def test_it_says_of_itself_what_planarally_asks_of_a_mod() -> None:
    status, headers, _ = await answer(ARCHIVE)
    # A browser that knows a zip by its type might unpack it, or give it another name.
    assert (status, headers["Content-Type"]) == (200, "application/octet-stream")
    (told,) = tomllib.loads((await unpacked())["mod.toml"].decode()).values()
    assert set(told) == {
        *("tag", "name", "version", "apiSchema", "author", "description", "shortDescription")
    }
    assert (told["tag"], told["version"], told["apiSchema"]) == ("turnkeeper", __version__, "1")
    assert all(isinstance(value, str) and value for value in told.values())


async def test_all_that_it_imports_is_in_it() -> None:
    files = await unpacked()
    reached, ahead = {"index.css"}, {"index.js"}
    while ahead:
        name = ahead.pop()
        reached.add(name)
        source = files[name].decode()
        # Types are for those who write it: they are not asked for.
        found = PATH.findall(re.sub(r"/\*\*.*?\*/", "", source, flags=re.DOTALL))
        paths = (first or second for first, second in found)
        named = {posixpath.normpath(posixpath.join(posixpath.dirname(name), p)) for p in paths}
        assert not {path for path in named if "$" not in path} - set(files), name
        ahead |= {path for path in named if path.endswith(".js")} - reached
    assert {"adapters/planarally/session.js", "core/ui/controls/turn-desk.js"} <= reached


async def test_it_speaks_every_language_and_only_its_own_tabletops_words() -> None:
    files = await unpacked()
    for tag in ("en", "es", "it", "pt-BR"):
        assert json.loads(files[f"lang/{tag}.json"])
        assert json.loads(files[f"lang/planarally/{tag}.json"])
    assert not [name for name in files if re.search("foundry|roll20|owlbear", name)]


async def test_it_is_the_same_wherever_it_was_got_for_planarally_knows_it_by_its_hash() -> None:
    _, _, here = await answer(ARCHIVE)
    _, _, there = await answer(f"/turn{ARCHIVE}", PUBLIC)
    assert hashlib.sha256(here).digest() == hashlib.sha256(there).digest()
    assert b"vtt.example/turn" not in there


@pytest.mark.parametrize("path", ["/planarally/", "/planarally/mod.toml"])
async def test_nothing_else_is_there(path: str) -> None:
    assert (await answer(path))[0] == 404


def keys(tabletop: str, tag: str) -> set[str]:
    (texts,) = json.loads((shim() / f"lang/{tabletop}/{tag}.json").read_text("utf-8")).values()
    return set(texts)


@pytest.mark.parametrize("tag", ["es", "it", "pt-BR"])
def test_every_language_says_the_same(tag: str) -> None:
    assert keys("planarally", tag) == keys("planarally", "en")


def test_every_text_is_used_and_none_is_missing() -> None:
    scripts = sorted((shim() / "adapters/planarally").glob("*.js"))
    source = "".join(file.read_text("utf-8") for file in scripts)
    asked = set(re.findall(r'"planarally\.(\w+)"', source))
    asked |= set(re.findall(r'\bbutton\("(\w+)"', source))
    asked |= {"writes", "waits", "unknown_tracker", "add_party", "add_foes"}
    explained = (shim() / "core/net/explain.js").read_text("utf-8")
    asked |= {f"why_{reason}" for reason in re.findall(r'"(\w+)"', explained.partition("*/")[0])}
    assert asked == keys("planarally", "en")
