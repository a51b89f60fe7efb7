"""The command line, beside a running server and without one."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from server.cli.replay import NoExport, replay
from tests.server.hosting import SOON, Client, Hosted
from tests.server.processes import ROOT, Served


def turnkeeper(*arguments: str, code: int = 0, most: int | None = None, words: bool = False) -> str:
    """The data that a command prints, or its words; a failing one prints words alone. No file of it
    may be larger than `most` bytes: a disk that is full.
    """
    full = () if most is None else ("prlimit", f"--fsize={most}")
    run = subprocess.run(
        [*full, sys.executable, "-m", "server", *arguments],
        cwd=ROOT, capture_output=True, text=True, timeout=SOON, check=False,
    )  # fmt: skip
    assert run.returncode == code, run.stderr
    assert "Traceback" not in run.stderr
    if code != 0:
        assert run.stdout == ""
    return run.stderr if words or code != 0 else run.stdout


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    server = Served(tmp_path)
    yield server
    if server.process.poll() is None:
        server.kill()


def test_the_first_start_prints_three_links_and_a_later_one_says_how_to_get_more(
    served: Served,
) -> None:
    assert list(served.links) == ["gm", "player", "observer"]
    assert all(link.startswith("http://127.0.0.1:") for link in served.links.values())
    log = served.stop()
    assert not any(link.split("token=")[1] in log for link in served.links.values())
    again = Served(served.data)
    assert again.said[0].startswith("http://127.0.0.1:")
    assert again.links == {}
    assert "turnkeeper table NAME" in again.stop()


def test_beside_a_running_server_everything_is_asked_of_it(served: Served) -> None:
    data = ("--data", str(served.data))
    made = json.loads(turnkeeper("table", "sunday", "--json", *data))
    assert set(made["tokens"]) == set(made["links"]) == {"gm", "player", "observer"}
    assert json.loads(turnkeeper("table", "sunday", "--json", *data)) == {
        "table": "sunday", "made": False,
    }  # fmt: skip
    assert [line.split()[0] for line in turnkeeper("tables", *data).splitlines()] == [
        "friday", "sunday",
    ]  # fmt: skip
    invited = json.loads(turnkeeper("invite", "sunday", "--user", "ana", "--json", *data))
    assert invited["link"].endswith(invited["token"])
    assert "ana" in turnkeeper("invites", "sunday", *data)
    turnkeeper("revoke", "sunday", invited["invite"], *data)
    assert "revoked" in turnkeeper("invites", "sunday", *data)
    copy = served.data / "copy.db"
    turnkeeper("backup", str(copy), *data)
    turnkeeper("delete", "sunday", "--yes", *data)
    assert "sunday" not in turnkeeper("tables", *data)
    assert "no table" in turnkeeper("invite", "sunday", *data, code=1)
    served.stop()
    assert "kept as" in turnkeeper("restore", str(copy), *data, words=True)
    assert "sunday" in turnkeeper("tables", *data)


def test_only_the_owner_can_read_how_to_ask_the_server(served: Served) -> None:
    file = served.data / "server.json"
    assert file.stat().st_mode & 0o077 == 0
    served.stop()
    assert not file.exists()


def test_without_a_server_the_data_is_opened_by_itself(tmp_path: Path) -> None:
    data = ("--data", str(tmp_path), "--public-url", "https://example.org/tk")
    printed = turnkeeper("table", "friday", *data)
    assert "gm        https://example.org/tk/#table=friday&token=" in printed
    assert "is there already" in turnkeeper("table", "friday", *data, words=True)
    assert "no name" in turnkeeper("table", "Friday!", *data, code=1)


def test_a_second_server_on_the_same_data_says_why_it_does_not_start(served: Served) -> None:
    refused = turnkeeper("serve", "--port", "0", "--data", str(served.data), code=1)
    assert "Another Turnkeeper is using" in refused


def test_a_demo_is_ready_to_be_played_and_its_log_plays_again(tmp_path: Path) -> None:
    server = Served(tmp_path, "--demo")
    exported = turnkeeper("export", "demo", "--data", str(tmp_path))
    server.stop()
    lines = [json.loads(line) for line in exported.splitlines()]
    assert [line["command"]["do"] for line in lines[1:-1]][:3] == ["open", "add", "begin"]
    assert replay(exported.splitlines()).same
    file = tmp_path / "demo.jsonl"
    file.write_text(exported, "utf-8")
    assert "the same state" in turnkeeper("replay", str(file))


async def test_a_changed_log_comes_to_another_state(hosted: Hosted, people: list[Any]) -> None:
    gm: Client = await hosted.join("gm")
    await gm.do({"do": "open", "system": "adnd1e"})
    await gm.do({"do": "add", "combatants": people})
    await gm.do({"do": "hit", "combatant": "orc-1", "damage": 2})
    lines = [json.dumps(line) async for line in hosted.app.admin.answer(
        {"do": "export", "table": "friday"})]  # fmt: skip
    assert replay(lines).same
    assert not replay([line.replace('"hp": 4', '"hp": 5') for line in lines]).same
    with pytest.raises(NoExport):
        replay(lines[:-1])
    with pytest.raises(NoExport):
        replay(lines[1:])
