"""The shape of the project: which part may know which, and how big a file may grow."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("rules", "protocol", "server")
MAY_IMPORT = {
    "rules": {"rules", "msgspec"},
    "protocol": {"rules", "protocol", "msgspec"},
}
"""Own and foreign packages; of the standard library see below."""

PURE = {
    "__future__", "abc", "base64", "bisect", "collections", "contextlib", "copy", "dataclasses",
    "enum", "fractions", "functools", "hashlib", "heapq", "itertools", "json", "math", "operator",
    "re", "string", "textwrap", "types", "typing",
}  # fmt: skip
"""Of the standard library: what has neither a clock, nor chance, nor a world outside."""

ALSO = {
    "rules/model/dice.py": {"secrets"},  # the one place where faces are rolled
    "protocol/dts.py": {"inspect", "sys"},  # reads docstrings, writes to standard output
    "protocol/schema.py": {"sys"},
    "protocol/asyncapi.py": {"sys"},
}

KNOWS_OF_HIDDEN = {
    "engine/advance": "players' cursor follows, and `reveal` shows who acts",
    "engine/prompts": "the game master waits for hidden ones' dice, players for none of them",
    "engine/roster": "who is added or changed is hidden or not",
    "engine/timeline": "the past as players saw it is told to them",
    "fold/dice": "a roll for hidden ones alone stays theirs",
    "fold/evolve": "in a new round who is seen is seen in the order",
    "fold/leaving": "what players have not seen ended yet",
    "fold/moving": "where players stand, and what they have not seen yet",
    "fold/old_logs": "the same for logs of older rules",
    "model/earlier": "what is put right of hidden ones moves nobody else",
    "model/encounter": "the fields themselves",
    "model/events": "what a move carries of moments that players have not seen",
    "model/table_commands": "the field of a combatant as the game master describes it",
    "model/turn_changes": "what a change of turns carries of moments that players have not seen",
    "projection/combatants": "the game master's view says who is hidden",
    "redaction/encounter": "the door",
    "systems/adnd1e/__init__": "the segment by dice that those who are seen may know",
    "systems/adnd1e/opponents": "nobody hidden is a default opponent",
    "systems/adnd1e/place": "hidden ones come after those of their segment",
    "systems/adnd1e/side": "dice for hidden opponents alone count for hidden ones",
    "systems/adnd1e/surprise": "a side of hidden ones alone has no default number",
    "systems/adnd2e/entries": "hidden ones have places, and rolls, of their own",
    "systems/adnd2e/situations": "a side's situation is that of those who are seen",
    "systems/kit/corrections": "dice for hidden ones alone are put right by naming one",
    "systems/kit/declarations": "nobody learns of conflicts with hidden ones",
    "systems/kit/delay_ready": "whoever is seen comes in beside somebody who is seen",
    "systems/kit/individual_rolls": "hidden and seen ones are not tied",
    "systems/kit/places": "whoever is seen is placed beside somebody who is seen",
    "systems/kit/recounting": "the moment by which a new count comes, as those see it whom it concerns",
    "systems/kit/replanning": "the same of a declared action",
    "systems/kit/revealing": "a revealed one brings no count of hidden ones along",
    "systems/kit/side_rolls": "a roll for hidden ones alone is marked so",
    "systems/kit/system": "in the order somebody is seen from the round on in which they are revealed",
    "systems/kit/turn_circle": "hidden ones' turns end apart from those that players see",
    "systems/mmrpg/__init__": "hidden ones come after those of their count",
    "systems/starfinder": "hidden ones come after those of their count, and surprise nobody who is seen",
}
"""Files of the rules that ask who is hidden, and why. All others ask `rules/redaction` for the encounter as a
role knows it, and no more may come here.
"""
OF_HIDDEN = {"hidden", "veiled", "unseen"}

FOLDERS = {
    "rules": (
        "model", "stretches", "memo", "redaction", "fold", "systems", "engine", "projection", "catalogue",
    ),
    "server": (
        "ops", "http", "delivery", "store", "access", "presence", "table", "admin", "transport", "app",
        "cli", "__main__",
    ),
}  # fmt: skip
"""Folders and modules of a package in order: one uses those before it, never one behind it."""

ONLY_IN = {
    "websockets": (
        "server/transport/", "server/http/", "server/delivery/frames.py", "server/app.py",
        "server/cli/doctor.py",
    ),
    "nats": ("server/store/jetstream/", "server/presence/cluster.py"),
}  # fmt: skip
"""Libraries that few may know, so that they can be changed there."""

VAGUE = {"utils", "util", "helpers", "helper", "models", "core", "manager", "common", "misc"}
LONGEST = 400
WRITTEN_BY_HAND = {".py", ".js", ".mjs", ".css", ".html"}


def modules(package: str) -> list[str]:
    return sorted(str(path.relative_to(ROOT)) for path in (ROOT / package).rglob("*.py"))


def imported(source: str, package: str) -> set[str]:
    """The top-level names that a module imports; a relative import is one of its own package."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names.update(alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            names.add(package if node.level else (node.module or "").split(".")[0])
    return names


def tracked() -> list[Path]:
    """Every file of the project as Git has it; an unpacked archive without Git is not examined."""
    listing = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if listing.returncode:
        pytest.skip("this is no Git checkout")
    return [ROOT / name for name in listing.stdout.split("\0") if name and (ROOT / name).is_file()]


@pytest.mark.parametrize("name", modules("rules") + modules("protocol"))
def test_an_inner_part_knows_only_what_is_further_in(name: str) -> None:
    package = Path(name).parts[0]
    allowed = MAY_IMPORT[package] | PURE | ALSO.get(name, set())
    assert imported((ROOT / name).read_text("utf-8"), package) <= allowed


@pytest.mark.parametrize("name", modules("server"))
def test_the_server_does_not_know_its_tests_or_benchmarks(name: str) -> None:
    assert not imported((ROOT / name).read_text("utf-8"), "server") & {"tests", "bench", "pytest"}


def used_parts(name: str) -> set[str]:
    """The folders and modules of its own package that a module imports."""
    package = Path(name).parts[0]
    parts: set[str] = set()
    for node in ast.walk(ast.parse((ROOT / name).read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            of, *inside = node.module.split(".")
            if of == package:
                parts |= {inside[0]} if inside else {alias.name for alias in node.names}
    return {part for part in parts if part in FOLDERS[package] or (ROOT / package / part).exists()}


@pytest.mark.parametrize(
    "name", [n for package in FOLDERS for n in modules(package) if Path(n).name != "__init__.py"]
)
def test_a_folder_uses_only_those_before_it(name: str) -> None:
    order = FOLDERS[Path(name).parts[0]]
    here = Path(name).parts[1].removesuffix(".py")
    behind = {part for part in used_parts(name) if order.index(part) > order.index(here)}
    assert not behind


def test_every_folder_has_its_place_in_the_order() -> None:
    for package, order in FOLDERS.items():
        there = {path.stem for path in (ROOT / package).iterdir() if path.suffix in {"", ".py"}}
        assert there - {"__init__", "__pycache__", "shim"} == set(order)


@pytest.mark.parametrize("library", list(ONLY_IN))
def test_a_library_is_known_where_it_is_allowed_and_nowhere_else(library: str) -> None:
    knowing = {
        name
        for package in PACKAGES
        for name in modules(package)
        if library in imported((ROOT / name).read_text("utf-8"), package)
    }
    assert knowing
    assert all(name.startswith(ONLY_IN[library]) for name in knowing)


def test_what_the_inner_parts_use_of_the_standard_library_exists() -> None:
    assert sys.stdlib_module_names >= PURE


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("import os.path as p", {"os"}),
        ("def late():\n    from server.store import sqlite", {"server"}),
        ("from . import encounter", {"rules"}),
        ("from rules.dice import Dice\nimport msgspec", {"rules", "msgspec"}),
    ],
    ids=["renamed", "late", "relative", "several"],
)
def test_an_import_is_found_wherever_it_stands(source: str, names: set[str]) -> None:
    assert imported(source, "rules") == names


def test_who_is_hidden_is_asked_where_it_is_allowed_and_nowhere_else() -> None:
    asking = {
        name.removeprefix("rules/").removesuffix(".py")
        for name in modules("rules")
        for node in ast.walk(ast.parse((ROOT / name).read_text("utf-8")))
        if OF_HIDDEN & {getattr(node, part, None) for part in ("attr", "id", "arg")}
    }
    assert asking == KNOWS_OF_HIDDEN.keys()


def test_a_class_name_of_protocol_and_server_stands_for_one_thing() -> None:
    named: dict[str, set[str]] = {}
    for name in modules("protocol") + modules("server"):
        for node in ast.walk(ast.parse((ROOT / name).read_text("utf-8"))):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                named.setdefault(node.name, set()).add(name)
    assert not {name: files for name, files in named.items() if len(files) > 1}


def test_no_part_of_the_server_swallows_every_mistake() -> None:
    blind = re.compile(r"suppress\((Base)?Exception\)|except( (Base)?Exception)?:\s+pass")
    swallowing = [
        name
        for package in PACKAGES
        for name in modules(package)
        if blind.search((ROOT / name).read_text("utf-8"))
    ]
    assert not swallowing


def test_no_file_is_long() -> None:
    long = {
        str(path.relative_to(ROOT)): count
        for path in tracked()
        if path.suffix in WRITTEN_BY_HAND
        if (count := len(path.read_text("utf-8").splitlines())) > LONGEST
    }
    assert not long, f"above {LONGEST} lines a noun is missing"


def test_no_python_module_has_a_vague_name() -> None:
    parts = {part for package in PACKAGES for name in modules(package) for part in Path(name).parts}
    assert not {part.removesuffix(".py") for part in parts} & VAGUE


def test_nothing_names_the_machine_it_was_written_on() -> None:
    # Put together here, so that this file does not name them either.
    machine = re.compile(
        r"(?<![\w.])/(?:wo" r"rk|tm" r"p/\w*jobs|ro" r"ot)/"
        r"|\.lib" r"rary/|py" r"pi\.org|python" r"hosted|registry\.npm" r"js|file:///op" r"t"
    )  # fmt: skip
    found = {
        f"{path.relative_to(ROOT)}: {match.group()}"
        for path in tracked()
        if path.suffix not in {".png", ".ico", ".woff2", ".db"}
        if (match := machine.search(path.read_text("utf-8", errors="replace")))
    }
    assert not found
