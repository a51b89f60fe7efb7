"""A disk that is full: nothing new is kept, and all that was kept can be read."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from websockets.asyncio.client import connect

from tests.server.hosting import Client, Plain
from tests.server.processes import Served
from tests.server.test_cli import turnkeeper

if sys.platform != "linux":
    pytest.skip("only Linux sets limits of another process", allow_module_level=True)

import resource


def fill(server: Served, most: int) -> None:
    """From now on no file of the server grows beyond `most` bytes."""
    hard = resource.RLIM_INFINITY
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (most, hard))


async def join(server: Served, role: str, links: dict[str, str] | None = None) -> Client:
    client = Client(await connect(server.address, proxy=None))
    token = (links or server.links)[role].split("token=")[1]
    await client.say({"type": "hello", "table": "friday", "token": token})
    await client.until("snapshot")
    return client


OPEN: Plain = {"do": "open", "system": "adnd1e"}


async def test_on_a_full_disk_people_come_in_and_see_and_then_play_on(tmp_path: Path) -> None:
    server = Served(tmp_path)
    gm = await join(server, "gm")
    await gm.do(OPEN)
    fill(server, 1)
    add = {"do": "add", "combatants": [{"id": "x", "name": "X"}]}
    assert (await gm.ask(add, id="add"))["code"] == "unavailable"
    await gm.until("status", live=False)
    newcomer = await join(server, "player")
    assert newcomer.view["system"] == "adnd1e"
    assert newcomer.view["combatants"] == {}
    await newcomer.until("status", live=False)
    data = ("--data", str(tmp_path))
    assert "friday" in turnkeeper("tables", *data)
    assert '"do":"open"' in turnkeeper("export", "friday", *data)
    assert json.loads(turnkeeper("invites", "friday", "--json", *data))["invites"]
    turnkeeper("invite", "friday", *data, code=1)
    fill(server, resource.RLIM_INFINITY)
    await gm.until("status", live=True)
    await gm.do(add, id="add")
    await newcomer.until("update")
    assert list(newcomer.view["combatants"]) == ["x"]
    for client in (gm, newcomer):
        await client.socket.close()
    server.stop()


def test_without_a_server_a_full_disk_is_read(tmp_path: Path) -> None:
    data = ("--data", str(tmp_path))
    turnkeeper("table", "friday", *data)
    assert "friday" in turnkeeper("tables", *data, most=1)
    turnkeeper("table", "sunday", *data, most=1, code=1)
    assert "sunday" not in turnkeeper("tables", *data)


@pytest.mark.parametrize("ends", ["stop", "kill"])
async def test_a_server_starts_on_a_full_disk_and_shows_what_there_is(
    tmp_path: Path, ends: str
) -> None:
    first = Served(tmp_path)
    gm = await join(first, "gm")
    await gm.do(OPEN)
    await gm.socket.close()
    first.stop() if ends == "stop" else first.kill()
    data = ("--data", str(tmp_path))
    assert '"do":"open"' in turnkeeper("export", "friday", *data, most=1)
    again = Served(tmp_path, full=True)
    try:
        gm = await join(again, "gm", first.links)
        player = await join(again, "player", first.links)
        assert gm.view["system"] == player.view["system"] == "adnd1e"
        add = {"do": "add", "combatants": [{"id": "x", "name": "X"}]}
        assert (await gm.ask(add, id="add"))["code"] == "unavailable"
        fill(again, resource.RLIM_INFINITY)
        await gm.until("status", live=True)
        await gm.do(add, id="add")
        await player.until("update")
        assert list(player.view["combatants"]) == ["x"]
        for client in (gm, player):
            await client.socket.close()
    finally:
        again.kill()
