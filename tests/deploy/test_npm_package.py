"""The shim as an npm package: installed into an empty project, checked, and a table shown in Chromium."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Route, async_playwright, expect

from server import __version__
from server.http.site import shim
from tests.browser.conftest import QUIET
from tests.conftest import program
from tests.server.conftest import start
from tests.server.hosting import Start

__all__ = ["start"]

ROOT = Path(__file__).parents[2]
TSC = ROOT / "node_modules/typescript/bin/tsc"
BLOG = "https://blog.example"
PACKAGE = "turnkeeper-shim"
USE = """
import { Client } from "turnkeeper-shim/client";
import { Language } from "turnkeeper-shim/language";
import { browser } from "turnkeeper-shim/environment";
import type { View } from "turnkeeper-shim/protocol";
import "turnkeeper-shim/turn-tracker";

const place = { url: "wss://vtt.example/ws", table: "friday", token: "t", client: "c", name: () => "Ana" };
const client = new Client(place, new Language("en", {}), browser);
const view: View = client.table.view;
export const names: string[] = Object.values(view.combatants).map((one) => one.name);
// @ts-expect-error: a command is an object, so a types file that says nothing would be found out here
client.give("advance");
"""
PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><link rel="icon" href="data:,">
<meta name="color-scheme" content="light">
<script type="importmap">IMPORTS</script>
<script type="module">import "turnkeeper-shim/embed";</script>
<turn-table server="SERVER" table="friday" token="TOKEN"></turn-table></html>"""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty project into which the tarball was installed."""
    node, npm = program("node"), program("npm")
    if not TSC.exists():
        pytest.skip("npm ci has not been run: TypeScript is missing")
    folder = tmp_path_factory.mktemp("project")
    pack = [node, "deploy/pack-shim.mjs", str(folder)]
    packed = subprocess.run(pack, cwd=ROOT, capture_output=True, text=True)
    assert packed.returncode == 0, packed.stdout + packed.stderr
    (folder / "package.json").write_text('{"name": "blog", "private": true, "type": "module"}')
    install = [npm, "install", "--offline", "--no-audit", "--no-fund", packed.stdout.strip()]
    done = subprocess.run(install, cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture(scope="module")
def manifest(project: Path) -> dict[str, Any]:
    read: dict[str, Any] = json.loads(
        (project / "node_modules" / PACKAGE / "package.json").read_text()
    )
    return read


def test_it_has_the_servers_version_and_needs_nothing(manifest: dict[str, Any]) -> None:
    assert (manifest["version"], manifest.get("dependencies")) == (__version__, None)


def test_every_export_is_there_with_its_types(project: Path, manifest: dict[str, Any]) -> None:
    folder = project / "node_modules" / PACKAGE
    for name, export in manifest["exports"].items():
        for path in [export] if isinstance(export, str) else export.values():
            assert list(folder.glob(path)), f"{name}: {path}"


def test_it_holds_no_tabletops_adapter(project: Path) -> None:
    folder = project / "node_modules" / PACKAGE
    assert {path.name for path in (folder / "adapters").iterdir()} == {"browser"}
    assert not list(folder.rglob("foundry*"))


def test_a_program_in_typescript_is_checked_against_it(project: Path) -> None:
    (project / "use.ts").write_text(USE)
    check = [program("node"), TSC, "--noEmit", "--strict", "--module", "ESNext", "--target", "ES2023",
             "--moduleResolution", "bundler", "use.ts"]  # fmt: skip
    done = subprocess.run(check, cwd=project, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "")


def test_what_is_no_export_cannot_be_imported(project: Path) -> None:
    asked = f"await import('{PACKAGE}/core/state/table.js')"
    done = subprocess.run(
        [program("node"), "--input-type=module", "--eval", asked],
        cwd=project, capture_output=True, text=True,
    )  # fmt: skip
    assert "ERR_PACKAGE_PATH_NOT_EXPORTED" in done.stderr


async def test_the_installed_package_shows_a_table(
    project: Path, start: Start, chromium: str, tmp_path: Path
) -> None:
    hosted = await start(origins=(BLOG,))
    gm = await hosted.join()
    await gm.do({"do": "open", "system": "adnd1e"})
    await gm.do({"do": "add", "combatants": [{"name": "Morwen", "side": "party", "kind": "pc"}]})
    resolve = f"console.log(import.meta.resolve('{PACKAGE}/embed'))"
    found = subprocess.run(
        [program("node"), "--input-type=module", "--eval", resolve],
        cwd=project, capture_output=True, text=True, check=True,
    ).stdout.strip()  # fmt: skip
    here = "/" + Path(found.removeprefix("file://")).relative_to(project.resolve()).as_posix()
    content = PAGE.replace("IMPORTS", json.dumps({"imports": {f"{PACKAGE}/embed": here}}))
    content = content.replace("SERVER", f"http://127.0.0.1:{hosted.app.port}/")
    content = content.replace("TOKEN", hosted.tokens["observer"])
    missing: list[str] = []

    async def answer(route: Route) -> None:
        path = route.request.url.removeprefix(BLOG).partition("?")[0]
        file = project / path[1:]
        if path == "/":
            await route.fulfill(body=content, content_type="text/html")
        elif file.is_file():
            await route.fulfill(path=file)
        else:
            missing.append(path)
            await route.fulfill(status=404)

    async with async_playwright() as playwright:
        args = [*QUIET, "--disable-features=LocalNetworkAccessChecks"]
        browser = await playwright.chromium.launch(executable_path=chromium, args=args)
        page = await browser.new_page(locale="en-GB")
        await page.route(f"{BLOG}/**", answer)
        await page.goto(f"{BLOG}/")
        await expect(page.locator("turn-table turn-tracker")).to_contain_text("Morwen")
        await page.screenshot(path=tmp_path / "package.png")
        await browser.close()
    assert missing == []


def test_nothing_is_left_in_the_checkout() -> None:
    assert not list(shim().rglob("*.d.ts.map"))
    assert [path.name for path in (shim() / "core").rglob("*.d.ts")] == []
