"""What the how-to pages say is run: their code is put into a copy of the project, and works there."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "add-a-rules-system.md").read_text("utf-8")
REGISTRY = "rules/systems/__init__.py"
COPIED = ("rules", "protocol", "server", "tests", "docs", "clients/js-shim/lang", "bench")
LANGUAGES = ("en", "es", "it", "pt-BR")


def files(page: str) -> dict[str, str]:
    """The page's whole files by path: a block of Python behind a line that names it."""
    return dict(re.findall(r"^`([\w/]+\.py)`:\n\n```python\n(.*?)^```", page, re.M | re.S))


def block(page: str, language: str) -> str:
    """The only block of that language."""
    (found,) = re.findall(rf"^```{language}\n(.*?)^```", page, re.M | re.S)
    return str(found)


def changed(source: str, diff: str) -> str:
    """The source with each `+` line of the diff behind the line that stands before it there."""
    lines = diff.splitlines()
    for before, line in pairwise(lines):
        if line.startswith("+"):
            assert source.count(f"{before[1:]}\n") == 1, before
            source = source.replace(f"{before[1:]}\n", f"{before[1:]}\n{line[1:]}\n")
    return source


def with_words(texts: dict[str, Any], more: dict[str, dict[str, str]]) -> dict[str, Any]:
    return {**texts, **{key: {**texts[key], **words} for key, words in more.items()}}


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project with what the page adds."""
    copy = tmp_path_factory.mktemp("project")
    for name in COPIED:
        ignored = shutil.ignore_patterns("__pycache__", "fixtures", "*.png")
        shutil.copytree(ROOT / name, copy / name, ignore=ignored)
    shutil.copy(ROOT / "pyproject.toml", copy)
    for name, source in files(PAGE).items():
        (copy / name).write_text(source, "utf-8")
    registry = copy / REGISTRY
    registry.write_text(changed(registry.read_text("utf-8"), block(PAGE, "diff")), "utf-8")
    for tag in LANGUAGES:
        lang = copy / "clients/js-shim/lang" / f"{tag}.json"
        texts = with_words(json.loads(lang.read_text("utf-8")), json.loads(block(PAGE, "json")))
        lang.write_text(json.dumps(texts), "utf-8")
    return copy


def run(project: Path, *command: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", *command], cwd=project, capture_output=True, text=True, check=False
    )
    assert not done.returncode, done.stdout + done.stderr


def test_the_system_of_the_page_passes_its_tests_and_those_of_every_system(project: Path) -> None:
    run(
        project, "pytest", "-q", "-x", "-p", "no:cacheprovider", "tests/rules/test_one_die.py",
        "tests/rules/test_phases.py", "tests/rules/test_layouts.py", "tests/browser/test_words.py",
        "tests/test_architecture_systems.py",
    )  # fmt: skip


def test_its_files_are_in_the_style_of_the_project(project: Path) -> None:
    run(project, "ruff", "check", "--no-cache", *files(PAGE), REGISTRY)
    run(project, "ruff", "format", "--no-cache", "--check", *files(PAGE), REGISTRY)


def test_the_page_names_its_files() -> None:
    assert list(files(PAGE)) == ["rules/systems/one_die.py", "tests/rules/test_one_die.py"]


def test_files_that_the_page_points_to_are_there() -> None:
    named = set(re.findall(r"`((?:rules|tests|clients)/[\w/.-]+)`", PAGE))
    assert {name for name in named if not (ROOT / name).exists()} == set(files(PAGE))
