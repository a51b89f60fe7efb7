"""What a game master gets for Roll20, and which tabletop may show which page in a frame."""

from __future__ import annotations

import io
import json
import re
import zipfile
from pathlib import Path

import pytest
from websockets.datastructures import Headers
from websockets.http11 import Request

from server import __version__
from server.http.roll20 import SPOKEN
from server.http.site import Site, shim
from server.ops.config import Settings

PUBLIC = "https://vtt.example/turn/"


async def answer(path: str, public_url: str | None = PUBLIC) -> tuple[int, Headers, bytes]:
    settings = Settings(public_url=public_url)

    async def ready() -> bool:
        return True

    site = Site(shim(), settings.prefix, ready, lambda host: settings.page(8765, host))
    response = await site.answer(Request(path, Headers({"Host": "127.0.0.1:8765"})))
    return response.status_code, response.headers, bytes(response.body)


async def test_the_userscript_runs_in_roll20s_editor_and_knows_its_server() -> None:
    status, headers, body = await answer("/turn/roll20/turnkeeper.user.js")
    assert (status, headers["Content-Type"]) == (200, "text/javascript; charset=utf-8")
    head, _, script = body.decode().partition("// ==/UserScript==\n")
    fields = dict(re.findall(r"^// @(\S+) ?(.*)$", head, re.MULTILINE))
    assert fields["match"] == "https://app.roll20.net/editor/*"
    assert (fields["version"], fields["grant"]) == (__version__, "none")
    assert fields["updateURL"] == PUBLIC + "roll20/turnkeeper.user.js"
    assert f'window.turnkeeperServer = "{PUBLIC}";' in script
    texts = re.search(r"^window\.turnkeeperTexts = (.*);$", script, re.MULTILINE)
    assert texts is not None
    assert {tag: set(some) for tag, some in json.loads(texts[1]).items()} == {
        tag: set(SPOKEN) for tag in ("en", "es", "it", "pt-BR")
    }
    assert script.endswith((shim() / "adapters/roll20/page.js").read_text("utf-8"))


async def test_the_extension_is_the_same_script_with_a_manifest_of_version_3() -> None:
    _, headers, body = await answer(f"/roll20/turnkeeper-{__version__}.zip")
    assert headers["Content-Type"] == "application/zip"
    with zipfile.ZipFile(io.BytesIO(body)) as packed:
        manifest = json.loads(packed.read("manifest.json"))
        (content,) = manifest["content_scripts"]
        assert (manifest["manifest_version"], manifest["version"]) == (3, __version__)
        assert set(content["js"]) == set(packed.namelist()) - {"manifest.json"}
        assert content["world"] == "MAIN"
        # It asks for no permission: it runs on one page, and that is all.
        assert "permissions" not in manifest
        assert "host_permissions" not in manifest
        script = b"".join(packed.read(name) for name in content["js"])
    userscript = (await answer("/roll20/turnkeeper.user.js"))[2]
    assert userscript.endswith(script)


async def test_without_a_public_url_the_script_knows_the_address_that_was_asked() -> None:
    _, _, body = await answer("/roll20/turnkeeper.user.js", None)
    assert b'"http://127.0.0.1:8765/"' in body


async def test_owlbears_manifest_has_whole_addresses_below_the_prefix() -> None:
    status, headers, body = await answer("/turn/owlbear/manifest.json")
    assert (status, headers["Access-Control-Allow-Origin"]) == (200, "*")
    made = json.loads(body)
    assert (made["manifest_version"], made["version"]) == (1, __version__)
    action = made["action"]
    for address in (made["icon"], made["background_url"], action["icon"], action["popover"]):
        assert address.startswith(PUBLIC)
        assert (shim() / address.removeprefix(PUBLIC)).is_file()
    assert (action["title"], made["homepage_url"]) == ("Turnkeeper", PUBLIC)


@pytest.mark.parametrize(
    ("path", "frames"),
    [
        ("/", "'self'"),
        ("/turn/", "'self'"),
        ("/adapters/browser/index.html", "'self'"),
        ("/adapters/roll20/panel.html", "'self' https://app.roll20.net"),
        ("/turn/adapters/roll20/panel.html", "'self' https://app.roll20.net"),
        (
            "/adapters/owlbear/popover.html?obrref=x",
            "'self' https://owlbear.rodeo https://www.owlbear.rodeo",
        ),
        (
            "/adapters/owlbear/background.html",
            "'self' https://owlbear.rodeo https://www.owlbear.rodeo",
        ),
    ],
)
async def test_a_page_is_framed_by_its_own_tabletop_and_nobody_else(path: str, frames: str) -> None:
    _, headers, _ = await answer(path)
    (found,) = re.findall(r"frame-ancestors ([^;]+)", headers["Content-Security-Policy"])
    assert found == frames


@pytest.mark.parametrize("path", ["/roll20/", "/roll20/turnkeeper-0.0.0.zip", "/owlbear/"])
async def test_nothing_else_is_there(path: str) -> None:
    assert (await answer(path))[0] == 404


LANGUAGES = shim() / "lang"


def keys(file: Path) -> set[str]:
    (texts,) = json.loads(file.read_text("utf-8")).values()
    return set(texts)


@pytest.mark.parametrize("tabletop", ["roll20", "owlbear"])
@pytest.mark.parametrize("tag", ["es", "it", "pt-BR"])
def test_every_language_says_the_same_for_a_tabletop(tabletop: str, tag: str) -> None:
    english = keys(LANGUAGES / tabletop / "en.json")
    assert keys(LANGUAGES / tabletop / f"{tag}.json") == english


@pytest.mark.parametrize("tabletop", ["roll20", "owlbear"])
def test_every_text_of_a_tabletop_is_used_and_none_is_missing(tabletop: str) -> None:
    scripts = (shim() / "adapters" / tabletop).glob("*.js")
    source = "".join(file.read_text("utf-8") for file in scripts if file.name != "sdk.js")
    english = keys(LANGUAGES / tabletop / "en.json")
    asked = set(re.findall(rf'"{tabletop}\.(\w+)"', source))
    asked |= set(re.findall(r'\bbutton\("(\w+)"', source))
    asked |= {"add_party", "add_foes"} if tabletop == "owlbear" else set()
    asked |= set(SPOKEN) if tabletop == "roll20" else set()
    assert asked == english
