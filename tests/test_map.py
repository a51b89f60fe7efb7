"""The map in TESTS.md leads to files that there are, and leaves no folder of tests out."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "tests" / "TESTS.md").read_text("utf-8")
MAP = TEXT.partition("<!-- map -->")[2].partition("<!-- /map -->")[0]
PATHS = re.findall(r"`([^`]+)`", MAP)

ABOUT_NO_SOURCE = {"bench", "fixtures", "golden"}


def test_each_path_of_the_map_is_there() -> None:
    assert PATHS
    assert [path for path in PATHS if not list(ROOT.glob(path))] == []


def test_each_folder_of_tests_is_on_the_map() -> None:
    folders = {path.parent.name for path in (ROOT / "tests").glob("*/test_*.py")}
    named = {Path(path).parts[1] for path in PATHS if path.startswith("tests/")}
    assert folders - ABOUT_NO_SOURCE - named == set()
