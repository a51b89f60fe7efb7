"""What one player writes into a table's log is bounded, and costs nobody else anything."""

from __future__ import annotations

from pathlib import Path

from prometheus_client import CollectorRegistry

from server.ops.log_sizes import LARGEST, LogSizes
from server.store.sqlite.store import SqliteStore
from tests.server.hosting import Client, Hosted, Plain, Start, eventually
from tests.server.memory_store import MemoryStore


def swing(target: str, who: str = "mage") -> Plain:
    return {
        "do": "declare",
        "combatant": who,
        "actions": [{"act": "melee", "target": target}],
    }


SWING, OTHER = swing("orc-1"), swing("orc-2")


async def declaring(hosted: Hosted, people: list[Plain]) -> tuple[Client, Client, Client]:
    """A GM, Ana and Ben, at a fight in which everybody declares."""
    gm = await hosted.join("gm")
    await gm.do({"do": "open", "system": "adnd1e"})
    await gm.do({"do": "add", "combatants": people})
    await gm.do({"do": "begin"})
    tokens = [
        (await gm.do({"do": "invite", "role": "player", "user": user}))["result"]["token"]
        for user in ("ana", "ben")
    ]
    ana, ben = [await hosted.join(token=token) for token in tokens]
    return gm, ana, ben


async def exhausted(player: Client) -> Plain:
    """Declares one thing and the other until it is refused."""
    while True:
        for command in (SWING, OTHER):
            answer = await player.ask(command)
            if answer["type"] == "error":
                return answer


async def test_a_player_who_writes_too_much_waits_alone(start: Start, people: list[Plain]) -> None:
    hosted = await start(rate=10_000, player_log=4000)
    gm, ana, ben = await declaring(hosted, people)
    refused = await exhausted(ana)
    assert refused["code"] == "rate_limited"
    assert refused["detail"]["retry_after"] > 0
    await ben.do(swing("orc-1", "fighter"))
    for number in range(40):
        await gm.do({"do": "mark", "combatant": "mage", "name": f"m{number}"})
    again = await hosted.join("observer")
    assert len(again.view["combatants"]["mage"]["marks"]) == 40


async def test_a_budget_refills_over_time(start: Start, people: list[Plain]) -> None:
    hosted = await start(rate=10_000, player_log=4000)
    _, ana, _ = await declaring(hosted, people)
    soon = await start(rate=10_000, player_log=40_000_000)
    assert (await exhausted(ana))["detail"]["retry_after"] > 0
    _, quick, _ = await declaring(soon, people)
    for command in (SWING, OTHER) * 20:
        await quick.do(command)


async def test_a_gm_has_a_larger_budget_and_one_all_the_same(start: Start) -> None:
    hosted = await start(rate=10_000, player_log=100, gm_log=4000)
    gm = await hosted.join("gm")
    answers = [await gm.ask({"do": "open", "system": "adnd1e"}) for _ in range(60)]
    assert answers[0]["type"] == "ack"
    assert answers[-1]["code"] == "rate_limited"


async def test_without_a_rate_nobody_is_counted(start: Start, people: list[Plain]) -> None:
    hosted = await start(rate=0, player_log=1, gm_log=1)
    _, ana, _ = await declaring(hosted, people)
    for command in (SWING, OTHER) * 10:
        await ana.do(command)


async def test_the_host_sees_how_large_a_log_is(start: Start) -> None:
    store = MemoryStore()
    hosted = await start(store)
    gm = await hosted.join("gm")
    await gm.do({"do": "open", "system": "adnd1e"})
    (entry,) = await store.read("friday", 0)
    listed = [line async for line in hosted.app.admin.answer({"do": "tables"})]
    assert [table["log"] for table in listed[0]["tables"]] == [len(entry)]
    written = hosted.app.metrics.registry.get_sample_value
    assert written("turnkeeper_log_bytes_total", {"by": "gm"}) == len(entry)
    assert written("turnkeeper_largest_log_bytes", {"table": "friday"}) == len(entry)
    assert written("turnkeeper_log_size_bytes_gsum") == len(entry)
    await gm.do({"do": "add", "combatants": [{"name": "Orc"}]})
    whole = sum(map(len, await store.read("friday", 0)))
    assert written("turnkeeper_largest_log_bytes", {"table": "friday"}) == whole


async def test_a_table_that_is_opened_again_tells_the_size_of_its_whole_log(start: Start) -> None:
    store = MemoryStore()
    hosted = await start(store, unload_after=0.01, hello_within=0.01)
    gm = await hosted.join("gm")
    await gm.do({"do": "open", "system": "adnd1e"})
    size = sum(map(len, await store.read("friday", 0)))
    figure = hosted.app.metrics.registry.get_sample_value
    assert figure("turnkeeper_largest_log_bytes", {"table": "friday"}) == size
    await gm.socket.close()
    await eventually(lambda: not hosted.app.tables.peers("friday"))
    await eventually(lambda: figure("turnkeeper_largest_log_bytes", {"table": "friday"}) is None)
    await hosted.app.tables.open("friday")
    assert figure("turnkeeper_largest_log_bytes", {"table": "friday"}) == size


def test_only_the_largest_logs_are_told_by_the_names_of_their_tables() -> None:
    registry = CollectorRegistry()
    sizes = LogSizes(registry)
    for number in range(5000):
        sizes.opened(f"t{number}", number * 1024)
    sizes.opened("elsewhere", None)
    told = {
        sample.labels["table"]: sample.value
        for family in registry.collect()
        for sample in family.samples
        if sample.name == "turnkeeper_largest_log_bytes"
    }
    assert told == {f"t{number}": number * 1024 for number in range(5000 - LARGEST, 5000)}
    figure = registry.get_sample_value
    assert figure("turnkeeper_log_size_bytes_gcount") == 5000
    assert figure("turnkeeper_log_size_bytes_bucket", {"le": "16384.0"}) == 17
    assert figure("turnkeeper_log_size_bytes_gsum") == 1024 * sum(range(5000))
    sizes.closed("t4999")
    assert figure("turnkeeper_largest_log_bytes", {"table": "t4999"}) is None


# A declaration that changes nothing


async def test_what_is_declared_again_is_acknowledged_and_seen_by_nobody(
    hosted: Hosted, people: list[Plain]
) -> None:
    gm, ana, ben = await declaring(hosted, people)
    await ana.do(SWING)
    await gm.do({"do": "mark", "combatant": "mage", "name": "Blessed"})
    await gm.do({"do": "undo"})
    for client in (gm, ana, ben):
        await client.catch_up()
    before = [(client.seq, len(client.of("update"))) for client in (gm, ana, ben)]
    first = await ana.do(SWING, id="again")
    assert first["seq"] == ana.seq
    for client in (gm, ana, ben):
        await client.catch_up()
    assert [(client.seq, len(client.of("update"))) for client in (gm, ana, ben)] == before
    assert {"undo", "redo"} <= set(gm.view["can"])
    await gm.do({"do": "redo"})
    await gm.catch_up()
    assert [mark["name"] for mark in gm.view["combatants"]["mage"]["marks"]] == ["Blessed"]


async def test_its_id_is_kept_with_the_log(
    start: Start, people: list[Plain], tmp_path: Path
) -> None:
    hosted = await start(SqliteStore(tmp_path), data=tmp_path)
    _, ana, _ = await declaring(hosted, people)
    await ana.do(SWING)
    first = await ana.do(SWING, id="again")
    token = await (await hosted.join("gm")).do({"do": "invite", "role": "player", "user": "ana"})
    await hosted.app.stop()
    later = await start(SqliteStore(tmp_path), data=tmp_path)
    ana = await later.join(token=token["result"]["token"])
    assert await ana.do(SWING, id="again") == first
    assert (await ana.ask(OTHER, id="again"))["code"] == "id_reused"
