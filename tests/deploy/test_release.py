"""`make release`: in which order, and the notes that it writes."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from server import __version__
from tests.conftest import program

ROOT = Path(__file__).parents[2]
CHANGELOG = """# Changes

## Unreleased

- Not yet.

## 1.10.0 - 2026-05-01

### Added

- Ten.

## 1.1.0

- One, ([docs](docs/one.md)).

[1.10.0]: https://vtt.example/compare
"""


def notes(
    folder: Path, version: str, changelog: str = CHANGELOG
) -> subprocess.CompletedProcess[str]:
    """The script beside another changelog."""
    (folder / "deploy").mkdir(exist_ok=True)
    (folder / "CHANGELOG.md").write_text(changelog, "utf-8")
    script = folder / "deploy/notes.py"
    script.write_bytes((ROOT / "deploy/notes.py").read_bytes())
    return subprocess.run([sys.executable, script, version], capture_output=True, text=True)


@pytest.mark.parametrize(
    ("version", "said"),
    [("1.10.0", "### Added\n\n- Ten.\n"), ("1.1.0", "- One, ([docs](docs/one.md)).\n")],
)
def test_the_notes_are_the_versions_own_section(tmp_path: Path, version: str, said: str) -> None:
    done = notes(tmp_path, version)
    assert (done.returncode, done.stdout, done.stderr) == (0, said, "")


@pytest.mark.parametrize("version", ["1.1", "2.0.0", "1x10x0"])
def test_a_version_of_which_nothing_is_said_is_not_released(tmp_path: Path, version: str) -> None:
    done = notes(tmp_path, version)
    assert (done.returncode, done.stdout) == (1, "")
    assert f"says nothing of {version}" in done.stderr


def test_a_section_without_a_word_is_none(tmp_path: Path) -> None:
    assert notes(tmp_path, "3.0.0", "## 3.0.0\n\n## 2.0.0\n\n- Two.\n").returncode == 1


def test_nothing_is_built_before_all_that_must_pass_has_passed() -> None:
    plan = subprocess.run(
        [program("make"), "--dry-run", "--no-print-directory", "release"],
        cwd=ROOT, env={**os.environ, "MAKEFLAGS": ""}, capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    steps = [
        "git status",
        "notes.py",
        "mypy",
        "pytest",
        "coverage report",
        "hatchling build",
        "pack-shim",
    ]
    places = [plan.index(step) for step in steps]
    assert places == sorted(places)
    assert "TURNKEEPER_REQUIRE=all" in plan
    assert re.search(rf"turnkeeper:{re.escape(__version__)}", plan)
