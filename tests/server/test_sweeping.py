"""What connections leave behind that only the collector finds is swept up now and then."""

from __future__ import annotations

import gc

import pytest

from server.ops.garbage import ConnectionGarbage
from server.transport.connection import Peer
from tests.server.hosting import Start, eventually


def lying_about() -> int:
    return sum(isinstance(one, Peer) for one in gc.get_objects())


@pytest.mark.parametrize(
    ("still_open", "ended", "times"), [(0, 5, 1), (0, 6, 2), (4, 6, 1), (4, 7, 2)]
)
def test_it_is_swept_once_as_many_ended_as_are_open_or_a_few(
    still_open: int, ended: int, times: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    swept: list[None] = []
    monkeypatch.setattr("server.ops.garbage.FEW", 3)
    monkeypatch.setattr("server.ops.garbage.gc.collect", lambda: swept.append(None))
    sweeping = ConnectionGarbage()
    for _ in range(ended):
        sweeping.ended(lambda: still_open)
    assert len(swept) == times


async def test_connections_that_are_over_take_no_room_for_ever(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.ops.garbage.FEW", 4)
    hosted = await start()
    gc.collect()
    others = lying_about()
    gc.disable()
    try:
        for _ in range(12):
            await (await hosted.join("gm")).socket.close()
        await eventually(lambda: lying_about() <= others + 4)
    finally:
        gc.enable()
