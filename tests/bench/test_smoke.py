"""Our own side of each bench runs: only that it works is looked at, never how fast."""

from __future__ import annotations

import shutil

import pytest

from bench import commands, fanout, holds, opening, page, report, rules_cost, tables
from bench.chart import chart


@pytest.fixture
def load() -> None:
    if shutil.which("cc") is None:
        pytest.skip("cc is not installed")


@pytest.mark.usefixtures("load")
def test_every_delivery_of_an_advance_is_counted() -> None:
    found = fanout.measure("ours", 5, 4, 100, [])
    assert found["deliveries"] == 20
    assert found["cpu"] > 0


@pytest.mark.usefixtures("load")
def test_a_relay_gets_our_bytes() -> None:
    updates = fanout.recorded(3)
    assert len(updates) == 3
    assert fanout.measure("broadcast", 5, 4, 100, updates)["deliveries"] == 20


@pytest.mark.usefixtures("load")
@pytest.mark.parametrize("name", ["ours", "echo"])
def test_commands_are_answered(name: str) -> None:
    assert commands.measure(name, 2, 0.3)["times"] > 0


@pytest.mark.usefixtures("load")
def test_tables_tick_without_gaps() -> None:
    found = tables.ticking(2, 3, 1.5, 0.5, repeats=1)
    assert found["least"] > 0
    assert found["gaps"] == 0
    assert found["ping"]["deliveries"] > 0


@pytest.mark.usefixtures("load")
def test_neighbours_are_asked_beside_a_crowd() -> None:
    found = tables.neighbours(5, 0.5, repeats=1)
    assert found["alone"]["deliveries"] == found["crowd"]["deliveries"] == 100


@pytest.mark.usefixtures("load")
def test_connections_and_tables_are_weighed() -> None:
    assert set(tables.weight(20, 2)) == {"connection", "played", "table"}


def test_the_dearest_commands_of_a_large_fight_are_measured_stretch_by_stretch() -> None:
    found = holds.run((12, 24), 1)
    assert found.keys() == {"roll", "round", "end"}
    for sizes in found.values():
        assert all(0 < longest <= whole for longest, whole in sizes.values())
    assert len(report.holds(found)) == 3


def test_moments_are_measured_at_any_size() -> None:
    found = rules_cost.run((6, 20), 30, 1)
    assert found["6"].keys() == found["20"].keys() == {"first_us", "us", "bytes", "round_us"}


def test_a_table_is_opened_behind_its_last_snapshot() -> None:
    assert opening.tables((600,), 1)["600"] > 0


def test_a_server_is_started() -> None:
    assert opening.start(1) > 0


@pytest.mark.usefixtures("load", "chromium")
def test_a_page_is_watched() -> None:
    assert page.smooth(0.5, 4)["frames"] > 0


def test_a_seat_is_compressed_with_all_that_it_imports() -> None:
    assert page.compressed() > page.compressed("net/connection.js") > 0


def test_a_missed_target_is_told() -> None:
    told = report.table({"start": 700.0, "shim": 9000})
    assert "| 700 ms | ≤ 500 ms | **missed** |" in told
    assert "| 9.0 kB | ≤ 10 kB | reached |" in told


def test_a_chart_shows_each_line() -> None:
    drawn = chart("A & B", "people", "ms", {"one": [(1, 10), (100, 20)], "two": [(1, 5)]})
    assert drawn.count("<polyline") == 2
    assert "A &amp; B" in drawn
