"""What "Change the wire" and "Add a tabletop" say is done in a copy of the project, and works there."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
WIRE = (ROOT / "docs" / "change-the-wire.md").read_text("utf-8")
TABLETOP = (ROOT / "docs" / "add-a-tabletop.md").read_text("utf-8")
COPIED = ("rules", "protocol", "server", "tests", "clients", "bench")
LEFT = shutil.ignore_patterns("__pycache__", "*.png", "node_modules")


def blocks(page: str, language: str) -> list[tuple[str, str]]:
    """Each block of that language behind a line that names its file, with the file's path."""
    return re.findall(rf"^`([\w/.-]+)`:\n\n```{language}\n(.*?)^```", page, re.M | re.S)


def changed(source: str, diff: str) -> str:
    """The source with the one change of the diff: its context stands there exactly once."""
    lines = diff.splitlines()
    before = "".join(f"{line[1:]}\n" for line in lines if not line.startswith("+"))
    after = "".join(f"{line[1:]}\n" for line in lines if not line.startswith("-"))
    assert source.count(before) == 1, before
    return source.replace(before, after)


def copy_of_the_project(folder: Path) -> Path:
    for name in COPIED:
        shutil.copytree(ROOT / name, folder / name, ignore=LEFT)
    for name in ("pyproject.toml", "tsconfig.json", "biome.jsonc", "package.json"):
        shutil.copy(ROOT / name, folder)
    return folder


def run(project: Path, *command: str) -> str:
    done = subprocess.run(command, cwd=project, capture_output=True, text=True, check=False)
    assert not done.returncode, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wire(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy with the changes of the page, and what is made of them."""
    project = copy_of_the_project(tmp_path_factory.mktemp("wire"))
    for name, diff in blocks(WIRE, "diff"):
        (project / name).write_text(changed((project / name).read_text("utf-8"), diff), "utf-8")
    for module, file in {
        "protocol.dts": "clients/js-shim/protocol.d.ts",
        "protocol.schema": "protocol/schema.json",
        "protocol.asyncapi": "protocol/asyncapi.json",
    }.items():
        (project / file).write_text(run(project, sys.executable, "-m", module), "utf-8")
    return project


def test_the_field_of_the_page_passes_what_holds_the_wire(wire: Path) -> None:
    run(
        wire, sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider",
        "tests/protocol/test_page.py", "tests/protocol/test_golden.py", "tests/protocol/test_dts.py",
        "tests/protocol/test_schema.py", "tests/rules/test_audiences.py", "tests/server/test_old_logs.py",
    )  # fmt: skip


def test_players_hear_the_cause_of_what_hits_their_own(wire: Path) -> None:
    script = (
        "from tests.rules.fights import Fight\n"
        "from rules.projection.events import tell\n"
        "from rules.projection.view import view\n"
        "made = Fight().add('ana', owner='u1').add('orc', 'foes')\n"
        "for id_ in ('ana', 'orc'):\n"
        "    before = made.enc\n"
        "    made.do('hit', combatant=id_, damage=1, cause='a falling rock')\n"
        "    said = tell(made.said[0], before, made.enc, 'player', view(made.history, 'player'))\n"
        "    print(getattr(said, 'cause', None))\n"
    )
    assert run(wire, sys.executable, "-c", script).splitlines() == ["a falling rock", "None"]


def test_its_lines_are_in_the_style_of_the_project(wire: Path) -> None:
    files = [name for name, _ in blocks(WIRE, "diff") if name.endswith(".py")]
    run(wire, sys.executable, "-m", "ruff", "check", "--no-cache", *files)
    run(wire, sys.executable, "-m", "ruff", "format", "--no-cache", "--check", *files)


@pytest.fixture(scope="module")
def tabletop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    project = copy_of_the_project(tmp_path_factory.mktemp("tabletop"))
    for name, source in blocks(TABLETOP, "js"):
        (project / name).parent.mkdir(parents=True, exist_ok=True)
        (project / name).write_text(source, "utf-8")
    return project


def test_the_tabletop_of_the_page_passes_its_tests(tabletop: Path, node: str) -> None:
    told = run(tabletop, node, "--test", "tests/list/list.test.mjs")
    assert "# pass 3" in told


def test_its_modules_have_types_and_style(tabletop: Path, node: str) -> None:
    if not (ROOT / "node_modules").is_dir():
        pytest.skip("the node tools are not installed")
    (tabletop / "node_modules").symlink_to((ROOT / "node_modules").resolve())
    run(tabletop, "node_modules/.bin/tsc", "--project", "tsconfig.json")
    files = [name for name, _ in blocks(TABLETOP, "js")]
    run(
        tabletop,
        "node_modules/.bin/biome",
        "ci",
        "--vcs-enabled=false",
        "--error-on-warnings",
        *files,
    )


@pytest.mark.parametrize("page", [WIRE, TABLETOP], ids=["wire", "tabletop"])
def test_files_that_the_pages_point_to_are_there(page: str) -> None:
    named = set(re.findall(r"`((?:rules|protocol|server|tests|clients)/[\w/.-]+\.\w+)`", page))
    made = {name for name, _ in blocks(page, "js")}
    assert {name for name in named if not (ROOT / name).exists()} <= made
