"""The shape of the clients: which folder may know which. Types count as knowing: a file that
speaks of another's type cannot be read without it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest

from rules.model.phases import OVER, SETUP, Phase
from rules.systems import SYSTEMS

SHIM = Path(__file__).parents[1] / "clients/js-shim"

CORE = ("net", "i18n", "state", "ui", "mirror")
"""Folders of `core/`: each may use those before it."""

UI = ("dom", "tracker", "log", "controls")
"""Folders of `core/ui/`: each may use those before it."""

ADAPTERS: dict[str, set[str]] = {
    "browser": set(),
    "framed": {"browser"},
    "foundry": set(),
    "roll20": {"browser", "framed"},
    "owlbear": {"browser", "framed"},
    "planarally": {"browser", "framed"},
}
"""Which other adapters an adapter may use; `core/` is open to all of them."""

FOREIGN = {"adapters/owlbear/sdk.js"}
"""Made from others' packages."""

PATH = re.compile(
    r"""(?:\bfrom|\bimport)\s*\(?\s*["'](\.{1,2}/[^"']+)["']   # import … from, import(…), @import …
      | new\ URL\(["'](\.{1,2}/[^"'`]+)["']                    # a sheet beside the file
    """,
    re.VERBOSE,
)


def files() -> list[str]:
    found = (path.relative_to(SHIM).as_posix() for path in SHIM.rglob("*.js"))
    return sorted(set(found) - FOREIGN)


def used(name: str, source: str) -> set[str]:
    """What a file uses, as paths below the shim's folder."""
    folder = (SHIM / name).parent
    paths = (first or second for first, second in PATH.findall(source))
    return {(folder / path).resolve().relative_to(SHIM.resolve()).as_posix() for path in paths}


def barred(name: str, other: str) -> bool:
    """Whether a file may not use another, by the lists above."""
    here, there = Path(name).parts, Path(other).parts
    if there[:1] not in {("core",), ("adapters",)}:
        return False  # the messages' types, texts, the folder of all
    if here[0] == "adapters":
        return there[0] == "adapters" and there[1] not in ADAPTERS[here[1]] | {here[1]}
    if there[0] == "adapters" or CORE.index(there[1]) > CORE.index(here[1]):
        return True
    inner = here[1] == there[1] == "ui" and len(here) > 3 and len(there) > 3
    return inner and UI.index(there[2]) > UI.index(here[2])


@pytest.mark.parametrize("name", files())
def test_a_file_of_the_clients_uses_only_what_its_folder_may(name: str) -> None:
    source = (SHIM / name).read_text("utf-8")
    assert not {other for other in used(name, source) if barred(name, other)}


@pytest.mark.parametrize("name", files())
def test_no_file_of_the_clients_knows_a_system_by_its_id(name: str) -> None:
    source = (SHIM / name).read_text("utf-8")
    assert not {id_ for id_ in SYSTEMS if re.search(rf"\b{id_}\b", source)}


@pytest.mark.parametrize("name", files())
def test_what_a_file_of_the_clients_names_exists(name: str) -> None:
    named = used(name, (SHIM / name).read_text("utf-8"))
    assert not {other for other in named if not (SHIM / other).exists()}


def test_every_folder_has_its_place_in_the_lists() -> None:
    for folder, listed in [("core", CORE), ("core/ui", UI), ("adapters", ADAPTERS)]:
        there = {path.name for path in (SHIM / folder).iterdir() if path.is_dir()}
        assert there == set(listed), folder


@pytest.mark.parametrize(
    ("name", "line", "found"),
    [
        ("core/net/a.js", 'import { B } from "../state/b.js";', {"core/state/b.js"}),
        ("core/net/a.js", 'import "./b.js";', {"core/net/b.js"}),
        ("core/net/a.js", '/** @import {B} from "../ui/b.js" */', {"core/ui/b.js"}),
        ("core/net/a.js", '/** @param {import("../ui/b.js").B} b */', {"core/ui/b.js"}),
        ("core/ui/log/a.js", 'new URL("./a.css", import.meta.url)', {"core/ui/log/a.css"}),
    ],
    ids=["import", "for its effect", "a type", "a type in place", "a sheet"],
)
def test_a_use_is_found_however_it_is_written(name: str, line: str, found: set[str]) -> None:
    assert used(name, line) == found


@pytest.mark.parametrize(
    ("name", "other", "expected"),
    [
        ("core/net/a.js", "core/state/b.js", True),
        ("core/state/a.js", "core/net/b.js", False),
        ("core/mirror/a.js", "adapters/foundry/b.js", True),
        ("core/ui/dom/a.js", "core/ui/controls/b.js", True),
        ("core/ui/controls/a.js", "core/ui/dom/b.js", False),
        ("adapters/foundry/a.js", "adapters/roll20/b.js", True),
        ("adapters/roll20/a.js", "adapters/framed/b.js", False),
    ],
)
def test_the_lists_bar_what_they_do_not_name(name: str, other: str, expected: bool) -> None:
    assert barred(name, other) is expected


@pytest.mark.parametrize("name", files())
def test_no_file_of_the_clients_knows_a_phase_of_a_system_by_its_name(name: str) -> None:
    """The catalogue says what is particular to each; before and after a fight all are alike."""
    phases = "|".join(set(get_args(Phase)) - {SETUP, OVER})
    source = (SHIM / name).read_text("utf-8")
    compared = re.findall(rf"""phase\W{{0,9}}[!=]==? ["'](?:{phases})["']""", source)
    listed = re.findall(rf"""["'](?:{phases})["'], ["'](?:{phases})["']""", source)
    assert not compared + listed
