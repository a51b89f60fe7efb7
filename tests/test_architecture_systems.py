"""Nobody outside the systems knows one of them, its phases or its clauses."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

from rules.model.phases import Phase
from rules.systems import SYSTEMS
from rules.systems.kit.system import System

ROOT = Path(__file__).parents[1]
PHASES = set(get_args(Phase))
PREFIXES = sorted({s.dice.clause.partition("-")[0] for s in SYSTEMS.values()})
CLAUSE = re.compile(rf"\b({'|'.join(PREFIXES)})-[CA]\d")
INSIDE = "rules/systems/"
READS_OLD_LOGS = "rules/fold/old_logs.py"
NAMES_A_SYSTEM = {
    "rules/model/encounter.py",  # states that were written leave out this one
    "server/admin/demo.py",  # a fight to look at
}


def outside() -> list[str]:
    files = [
        path.relative_to(ROOT).as_posix()
        for package in ("rules", "protocol", "server")
        for path in (ROOT / package).rglob("*.py")
    ]
    return sorted(name for name in files if not name.startswith(INSIDE) and name != READS_OLD_LOGS)


def values(source: str) -> list[str]:
    """Texts of the code that are no docstrings."""
    tree = ast.parse(source)
    said = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    return [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in said
    ]


def phase_literals(source: str) -> Iterator[int]:
    """Lines in which a phase is compared with a text, set to one, or listed among others."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Compare | ast.Match):
            parts = list(ast.walk(node if isinstance(node, ast.Compare) else node.subject))
            names = {getattr(part, "attr", getattr(part, "id", None)) for part in parts}
            if "phase" in names and (isinstance(node, ast.Match) or _of_phases(parts)):
                yield node.lineno
        elif isinstance(node, ast.keyword) and node.arg == "phase":
            if isinstance(node.value, ast.Constant):
                yield node.value.lineno
        elif isinstance(node, ast.Tuple | ast.Set | ast.List) and len(node.elts) > 1:
            texts = [part.value for part in node.elts if isinstance(part, ast.Constant)]
            if len(texts) == len(node.elts) and PHASES.issuperset(texts):
                yield node.lineno


def _of_phases(parts: list[ast.AST]) -> bool:
    return any(isinstance(part, ast.Constant) and part.value in PHASES for part in parts)


@pytest.mark.parametrize("name", [n for n in outside() if n != "rules/model/phases.py"])
def test_no_phase_is_known_by_name(name: str) -> None:
    assert not list(phase_literals((ROOT / name).read_text("utf-8")))


@pytest.mark.parametrize("name", [n for n in outside() if n not in NAMES_A_SYSTEM])
def test_no_system_is_known_by_its_id(name: str) -> None:
    assert not SYSTEMS.keys() & set(values((ROOT / name).read_text("utf-8")))


@pytest.mark.parametrize("name", outside())
def test_no_clause_of_a_system_is_cited_by_the_code(name: str) -> None:
    found = values((ROOT / name).read_text("utf-8"))
    assert not [value for value in found if CLAUSE.search(value)]


def test_every_system_cites_clauses_of_its_own() -> None:
    """Else those of that system would not be found outside."""
    for system in SYSTEMS.values():
        assert CLAUSE.match(system.dice.clause), system.id


@pytest.mark.parametrize(
    "source",
    [
        'if enc.phase == "roll": pass',
        'if cursor.phase in ("act", "end"): pass',
        'Cursor(round=1, phase="over")',
        'MOMENTS = ("surprise", "bonus", "act")',
        'match enc.phase:\n    case "roll":\n        pass',
    ],
)
def test_a_phase_known_by_name_is_found(source: str) -> None:
    assert list(phase_literals(source))


def test_a_docstring_may_cite_what_the_code_may_not() -> None:
    source = '"""A hit (SEG-A13)."""\nhit("SEG-C22")'
    assert values(source) == ["SEG-C22"]


@pytest.mark.parametrize("system", SYSTEMS.values(), ids=list(SYSTEMS))
def test_a_number_that_people_type_has_bounds(system: System) -> None:
    """A place in the order stays before the end of the round, whatever is typed."""
    tables = (system.traits, system.options)
    numbers = {n: f for table in tables for n, f in table.items() if f.type == "integer"}
    assert not [name for name, field in numbers.items() if field.min is None or field.max is None]
