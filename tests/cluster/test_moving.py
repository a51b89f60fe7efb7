"""Tables that move from a directory to NATS, and back."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from rules.model.errors import Refused
from server.store.contract import Checkpoint, EndedInvite, Store
from server.store.sqlite.store import SqliteStore
from server.store.transfer import MovedTable, move
from tests.cluster.conftest import Nodes, Open
from tests.cluster.nats_servers import Nats
from tests.cluster.processes import ROOT
from tests.cluster.test_nodes import HIT, OPEN, TARGET
from tests.server.conftest import start  # noqa: F401 — a fixture
from tests.server.hosting import SOON, Start
from tests.server.memory_store import MemoryStore
from tests.server.test_store import invitation, record


async def moved(source: Store, target: Store) -> list[MovedTable]:
    return [one async for one in move(source, target)]


def turnkeeper(*arguments: str) -> str:
    """What the command line answers; it must succeed."""
    ran = subprocess.run(
        [sys.executable, "-m", "server", *arguments],
        cwd=ROOT, capture_output=True, text=True, timeout=SOON, env={**os.environ, "NO_COLOR": "1"},
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


async def test_everything_of_a_table_arrives_and_comes_back(stores: Open, tmp_path: Path) -> None:
    there, here = await stores(), SqliteStore(tmp_path / "one")
    await here.create(record("friday"), [invitation("i1"), invitation("i2")])
    await here.end_invite("friday", EndedInvite("i2", "", 5.0))
    await here.append("friday", 0, [b"%d" % number for number in range(450)])
    await here.keep_checkpoint("friday", Checkpoint(450, 1, b"state"))
    assert await moved(here, there) == [MovedTable("friday", 450, 450)]
    await there.append("friday", 450, [b"played on"])
    await there.add_invite(invitation("i3"))
    assert await moved(there, here) == [MovedTable("friday", 451, 1)]
    back = SqliteStore(tmp_path / "two")
    assert await moved(there, back) == [MovedTable("friday", 451, 451)]
    for store in (here, there, back):
        assert await store.read("friday", 449) == [b"449", b"played on"]
        assert await store.table("friday") == record("friday")
        names = [invite.invite for invite in await store.invites("friday")]
        assert names == ["i1", "i3"]
        assert await store.ended("friday") == [EndedInvite("i2", "", 5.0)]
        assert await store.checkpoint("friday") == Checkpoint(450, 1, b"state")
    await here.close()
    await back.close()


async def test_a_move_that_was_interrupted_goes_on(stores: Open) -> None:
    here, there = MemoryStore(), await stores()
    await here.create(record("friday"), [invitation("i1")])
    await here.append("friday", 0, [b"%d" % number for number in range(300)])
    await there.create(record("friday"), [])
    await there.append("friday", 0, [b"%d" % number for number in range(123)])
    assert await moved(here, there) == [MovedTable("friday", 300, 177)]
    assert await there.read("friday", 298) == [b"298", b"299"]
    assert [invite.invite for invite in await there.invites("friday")] == ["i1"]


async def test_logs_that_went_different_ways_are_not_joined(stores: Open) -> None:
    here, there = MemoryStore(), await stores()
    for store in (here, there):
        await store.create(record("friday"), [])
        await store.append("friday", 0, [b"the same"])
    await here.append("friday", 1, [b"this way", b"on"])
    await there.append("friday", 1, [b"that way"])
    with pytest.raises(Refused, match="another way"):
        await moved(here, there)
    assert await there.read("friday", 0) == [b"the same", b"that way"]


async def test_a_table_that_only_has_the_same_name_is_left_alone(stores: Open) -> None:
    here, there = MemoryStore(), await stores()
    await here.create(record("friday"), [])
    await there.create(record("friday").__class__("friday", "Another", "other", 1.0), [])
    with pytest.raises(Refused, match="another table"):
        await moved(here, there)


async def test_clients_of_a_table_that_moved_go_on_where_they_were(
    start: Start,  # noqa: F811 — the fixture
    clean: Nats,
    nodes: Nodes,
    tmp_path: Path,
) -> None:
    alone = await start(SqliteStore(tmp_path), data=tmp_path)
    gm = await alone.join("gm", client="a" * 32)
    await gm.do(OPEN)
    await gm.do(TARGET)
    held = {"epoch": gm.welcome["epoch"], "seq": gm.seq}
    await alone.app.stop()
    told = turnkeeper("move", "--to", clean.address, "--data", str(tmp_path))
    assert "friday: 2 entries, 2 of them new" in told
    node = await nodes.start()
    node.tokens = alone.tokens
    again = await node.join("gm", client="a" * 32, resume=held)
    assert again.welcome["epoch"] == held["epoch"]
    assert again.welcome["seq"] == held["seq"]
    await again.do(HIT)
    assert "friday: 3 entries, 1 of them new" in turnkeeper(
        "move", "--from", clean.address, "--data", str(tmp_path)
    )


async def test_the_command_line_works_beside_the_nodes(nodes: Nodes, clean: Nats) -> None:
    node = await nodes.start()
    player = await node.join("player")
    at = ("--nats", clean.address)
    assert "#table=friday&token=" in turnkeeper("invite", "friday", "--role", "gm", *at)
    turnkeeper("revoke", "friday", "i2", *at)
    assert await player.closed() == 4005
    gm = await node.join("gm")
    await gm.do(OPEN)
    assert '"do":"open"' in turnkeeper("export", "friday", *at)
    turnkeeper("delete", "friday", "--yes", *at)
    assert await gm.closed() == 4005


@pytest.mark.parametrize("command", ["tables", "serve"])
def test_without_nats_it_says_so_in_a_sentence(command: str) -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "server", command, "--nats", "nats://127.0.0.1:1"],
        cwd=ROOT, capture_output=True, text=True, timeout=SOON,
    )  # fmt: skip
    assert ran.returncode == 1
    assert "No NATS server can be reached" in ran.stderr
    assert "Traceback" not in ran.stderr
