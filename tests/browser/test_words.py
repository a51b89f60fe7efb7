"""Everything that the rules may say has words: the catalogue's names, and each clause."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from rules.catalogue import catalogue

ROOT = Path(__file__).parents[2]
ENGLISH: dict[str, dict[str, Any]] = json.loads(
    (ROOT / "clients/js-shim/lang/en.json").read_text("utf-8")
)
SYSTEMS: dict[str, Any] = msgspec.to_builtins(catalogue())
SOURCES = sorted((ROOT / "rules").rglob("*.py"))
CLAUSE = re.compile(r"\b[A-Z0-9]+-[CA]\d+\b")


def choices(name: str, field: dict[str, Any]) -> set[str]:
    """Those that are words: a number, or a rate as `3/2`, is shown as it is."""
    if field["type"] != "choice":
        return set()
    return {f"{name}.{c}" for c in field["choices"] if not re.fullmatch(r"[\d/]+", str(c))}


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_system_its_options_traits_and_actions_have_names(system: str) -> None:
    told = SYSTEMS[system]
    assert system in ENGLISH["system"]
    assert not set(told["options"]) - set(ENGLISH["option"])
    assert not set(told["traits"]) - set(ENGLISH["trait"])
    assert not set(told["actions"]) - set(ENGLISH["act"])
    assert not set(told["situations"]) - set(ENGLISH["situation"])


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_field_of_a_form_has_a_label_and_every_choice_a_name(system: str) -> None:
    told = SYSTEMS[system]
    fields = {n: f for act in told["actions"].values() for n, f in act["fields"].items()}
    groups = {field["one_of"] for field in fields.values() if field.get("one_of")}
    assert not (set(fields) | groups) - set(ENGLISH["field"])
    named = {**fields, **told["options"], **told["traits"]}
    wanted = {choice for name, field in named.items() for choice in choices(name, field)}
    assert not wanted - set(ENGLISH["choice"])


def test_every_clause_that_the_rules_rest_on_is_said_in_a_sentence() -> None:
    named = {clause for path in SOURCES for clause in CLAUSE.findall(path.read_text("utf-8"))}
    assert len(named) > 30
    assert not named - set(ENGLISH["clause"])


def test_every_reason_of_a_place_has_a_name() -> None:
    said = {name for path in SOURCES for name in terms(ast.parse(path.read_text("utf-8")))}
    assert said
    assert not said - set(ENGLISH["term"])


def terms(tree: ast.AST) -> set[str]:
    """The second argument, or `term=`, wherever a `Term` is made of literals."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Term":
            given = node.args[1:2] + [k.value for k in node.keywords if k.arg == "term"]
            found |= {a.value for a in given if isinstance(a, ast.Constant)}
    return {name for name in found if isinstance(name, str)}
