"""The module for Foundry as a game master gets it: the manifest, the zip, and what is in them."""

from __future__ import annotations

import io
import json
import re
import zipfile
from pathlib import Path
from typing import Any

import pytest
from websockets.datastructures import Headers
from websockets.http11 import Request

from server import __version__
from server.http.foundry import MANIFEST, Module
from server.http.site import Site, shim
from server.ops.config import Settings
from tests.foundry.recorded import FILE, recorded

PAGE = "https://vtt.example/turn/"
IMPORT = re.compile(r"""(?:from|import) ["'](\.[^"']+)["'];|new URL\([`"](\.[^`"$]+)[`"]""")


def manifest(page: str = PAGE) -> dict[str, Any]:
    found = Module(shim()).content(MANIFEST, page)
    assert found is not None
    kept: dict[str, Any] = json.loads(found[1])
    return kept


def archive(page: str = PAGE) -> zipfile.ZipFile:
    module = Module(shim())
    found = module.content(module.archive, page)
    assert found is not None
    assert found[0] == "application/zip"
    return zipfile.ZipFile(io.BytesIO(found[1]))


@pytest.fixture(scope="module")
def names() -> set[str]:
    return set(archive().namelist())


async def answer(path: str, asked_of: str, **settings: Any) -> tuple[int, Headers, bytes]:
    chosen = Settings(**settings)

    async def ready() -> bool:
        return True

    site = Site(shim(), chosen.prefix, ready, lambda host: chosen.page(8765, host))
    response = await site.answer(Request(path, Headers({"Host": asked_of})))
    return response.status_code, response.headers, bytes(response.body)


def test_the_manifest_has_what_foundry_asks_of_one() -> None:
    made = manifest()
    assert (made["id"], made["title"], made["version"]) == ("turnkeeper", "Turnkeeper", __version__)
    assert made["compatibility"] == {"minimum": "12", "verified": "14"}
    assert made["manifest"] == PAGE + "foundry/module.json"
    assert made["download"] == f"{PAGE}foundry/turnkeeper-{__version__}.zip"
    assert made["url"] == made["flags"]["turnkeeper"]["server"] == PAGE


def test_the_zip_holds_the_manifest_that_the_server_shows() -> None:
    assert json.loads(archive().read("module.json")) == manifest()


def test_everything_that_the_manifest_names_is_in_the_zip(names: set[str]) -> None:
    made = manifest()
    named = [*made["esmodules"], *made["styles"], *(entry["path"] for entry in made["languages"])]
    assert len(named) >= 3
    assert set(named) <= names


def test_everything_that_a_script_in_the_zip_asks_for_is_in_it(names: set[str]) -> None:
    asked: set[str] = set()
    with archive() as packed:
        for name in names:
            if name.endswith(".js"):
                found = IMPORT.findall(packed.read(name).decode())
                here = Path("/", name).parent
                asked |= {str((here / (a or b)).resolve())[1:] for a, b in found}
    assert "core/state/client.js" in asked
    assert asked <= names


def test_the_texts_of_the_core_are_in_the_zip_in_each_language(names: set[str]) -> None:
    tags = {path.stem for path in (shim() / "lang").glob("*.json")}
    assert "en" in tags
    assert {f"lang/{tag}.json" for tag in tags} <= names


def test_foundry_is_offered_every_language_that_there_is() -> None:
    tags = {path.stem for path in (shim() / "lang/foundry").glob("*.json")}
    assert {entry["lang"] for entry in manifest()["languages"]} == tags


def test_other_adapters_are_not_in_the_zip(names: set[str]) -> None:
    tops = {tuple(name.split("/")[:2]) for name in names if name.startswith("adapters/")}
    assert tops == {("adapters", "foundry")}


def test_every_text_that_the_adapter_names_exists() -> None:
    texts = json.loads((shim() / "lang/foundry/en.json").read_text("utf-8"))["TURNKEEPER"]
    scripts = "".join(
        path.read_text("utf-8") for path in (shim() / "adapters/foundry").glob("*.js")
    )
    asked = set(re.findall(r'"TURNKEEPER\.(\w+)"', scripts)) | set(
        re.findall(r'\btext\("(\w+)"\)', scripts)
    )
    assert {"open", "offline", "join_hint"} <= asked
    assert asked <= set(texts)


def test_the_same_files_make_the_same_zip() -> None:
    module = Module(shim())
    assert module.content(module.archive, PAGE) == module.content(module.archive, PAGE)


async def test_the_public_url_with_its_prefix_stands_in_the_manifest() -> None:
    url = "https://vtt.example/turn"
    status, headers, body = await answer("/turn/foundry/module.json", "10.0.0.1", public_url=url)
    assert (status, headers["Content-Type"]) == (200, "application/json; charset=utf-8")
    assert headers["Access-Control-Allow-Origin"] == "*"
    made = json.loads(body)
    assert made["manifest"] == "https://vtt.example/turn/foundry/module.json"
    zipped = made["download"].removeprefix("https://vtt.example")
    status, headers, body = await answer(zipped, "10.0.0.1", public_url=url)
    assert (status, headers["Content-Type"]) == (200, "application/zip")
    assert zipfile.ZipFile(io.BytesIO(body)).testzip() is None


@pytest.mark.parametrize(
    ("host", "settings", "page"),
    [
        ("192.168.1.5:8765", {"host": "0.0.0.0"}, "http://192.168.1.5:8765/"),
        ("vtt.example", {"tls_cert": Path("cert.pem")}, "https://vtt.example/"),
        ("evil\"><", {}, "http://127.0.0.1:8765/"),
        ("", {"host": "0.0.0.0"}, "http://localhost:8765/"),
    ],
)  # fmt: skip
async def test_without_a_public_url_the_address_is_the_one_that_was_asked(
    host: str, settings: dict[str, Any], page: str
) -> None:
    _, _, body = await answer("/foundry/module.json", host, **settings)
    assert json.loads(body)["url"] == page


@pytest.mark.parametrize("path", ["/foundry/", "/foundry/turnkeeper-0.0.0.zip", "/foundry/x.json"])
async def test_nothing_else_is_there(path: str) -> None:
    assert (await answer(path, "localhost"))[0] == 404


def test_the_recorded_messages_are_those_of_the_server() -> None:
    """After a change of views or messages: python -m tests.foundry.recorded"""
    assert FILE.read_text("utf-8") == recorded()
