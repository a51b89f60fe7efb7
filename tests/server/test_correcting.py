"""What the game master puts right, over the socket: rights, what is told to whom, and undo."""

from __future__ import annotations

from tests.server.hosting import Client, Hosted, Plain

CORRECT = {"do": "correct", "for": "b", "total": 18}


async def begun(gm: Client) -> None:
    await gm.do({"do": "open", "system": "starfinder"})
    people = [{"id": "a", "kind": "pc"}, {"id": "b"}, {"id": "h", "hidden": True}]
    await gm.do({"do": "add", "combatants": people})
    await gm.do({"do": "begin"})
    for name, face in (("a", 15), ("b", 5), ("h", 2)):
        await gm.do({"do": "roll", "for": name, "faces": [face]})


def told(client: Client, name: str) -> list[Plain]:
    return [e for update in client.of("update") for e in update["events"] if e["event"] == name]


async def test_everybody_reads_the_new_count_and_why(hosted: Hosted) -> None:
    gm, ana = await hosted.join("gm"), await hosted.join("player")
    await begun(gm)
    await gm.do(CORRECT)
    await ana.catch_up()
    assert told(gm, "corrected") == [
        {"event": "corrected", "for": "b", "what": "total", "initiative": 18, "clause": "SF-C3",
         "faces": [5], "total": 18}
    ]  # fmt: skip
    assert [e["for"] for e in told(ana, "corrected")] == ["b"]
    assert "what" not in told(ana, "corrected")[0]
    assert ana.view["combatants"]["b"]["initiative"] == 18
    line = next(e for e in gm.view["timeline"] if e["combatant"] == "b")
    assert line["at"] == 15  # it comes directly after the present moment
    assert [(t["term"], t.get("value")) for t in line["why"]] == [
        ("die", 5), ("modifier", 0), ("corrected", 10),
    ]  # fmt: skip


async def test_players_correct_nothing_and_throw_nothing_again(hosted: Hosted) -> None:
    gm, ana = await hosted.join("gm"), await hosted.join("player")
    await begun(gm)
    for command in (CORRECT, {"do": "roll", "for": "a", "again": True}):
        answer = await ana.ask(command)
        assert (answer["type"], answer["code"]) == ("error", "not_allowed")


async def test_players_hear_nothing_of_what_is_put_right_of_somebody_hidden(hosted: Hosted) -> None:
    gm, ana = await hosted.join("gm"), await hosted.join("player")
    await begun(gm)
    await ana.catch_up()
    seq = ana.seq
    await gm.do({"do": "correct", "for": "h", "total": 17})
    await gm.do({"do": "roll", "for": "h", "again": True, "faces": [9]})
    await ana.catch_up()
    assert (ana.seq, told(ana, "corrected")) == (seq, [])


async def test_a_correction_is_taken_back_in_one_step(hosted: Hosted) -> None:
    gm = await hosted.join("gm")
    await begun(gm)
    before = gm.view["timeline"]
    await gm.do(CORRECT)
    assert gm.view["timeline"] != before
    await gm.do({"do": "undo"})
    assert gm.view["timeline"] == before


async def test_nothing_is_put_right_where_nothing_was_rolled(hosted: Hosted) -> None:
    gm = await hosted.join("gm")
    await gm.do({"do": "open", "system": "adnd1e"})
    await gm.do({"do": "add", "combatants": [{"id": "a", "kind": "pc"}, {"id": "b"}]})
    await gm.do({"do": "begin"})
    answer = await gm.ask({"do": "correct", "for": "side:foes", "faces": [3]})
    assert (answer["code"], answer["clause"]) == ("wrong_phase", "SEG-C1")
