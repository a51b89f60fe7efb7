import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Game, Sandbox } from "./fake.mjs";
import { Table, view } from "./seat.mjs";

const PEOPLE = { mage: {}, orc: { side: "foes", kind: "npc" } };
const PLACES = [
  ["orc", 2],
  ["mage", 3],
];
const now = (n, more) => view(PEOPLE, PLACES, [n, n + 1], more);
const aura = (game, id, n = 1) => {
  const { attributes } = game.graphics.get(id);
  return [attributes[`aura${n}_radius`], attributes[`aura${n}_color`], attributes[`showplayers_aura${n}`]];
};
const NONE = ["", "#fff", false];

async function fight(game = new Game().token("t-mage").token("t-orc")) {
  const table = new Table();
  table.views = { gm: now(0), player: now(0) };
  const window = game.open();
  const client = await table.sit(window);
  await table.pass(500);
  return { game, table, client, window };
}

describe("without a Mod script", () => {
  test("those who act have an aura that is seen, half a cell in the page's own feet", async () => {
    for (const [scale, radius] of [
      [5, 2.5],
      [10, 5],
      [1.5, 0.75],
    ]) {
      const game = new Game().token("t-mage").token("t-orc");
      game.scale = scale;
      await fight(game);
      assert.deepEqual([aura(game, "t-orc"), aura(game, "t-mage")], [[radius, "#f2b45c", true], NONE]);
    }
  });

  test("it goes with the moment, and the token has what it had", async () => {
    const { game, table } = await fight();
    await table.show(now(1));
    assert.deepEqual([aura(game, "t-orc"), aura(game, "t-mage")], [NONE, [2.5, "#f2b45c", true]]);
  });

  test("an aura that a token has stays, and ours is the second", async () => {
    const game = new Game().token("t-mage").token("t-orc", { aura1_radius: 10, aura1_color: "#00f" });
    const { table } = await fight(game);
    assert.deepEqual(
      [aura(game, "t-orc"), aura(game, "t-orc", 2)],
      [
        [10, "#00f", false],
        [2.5, "#f2b45c", true],
      ],
    );
    await table.show(now(1));
    assert.deepEqual([aura(game, "t-orc"), aura(game, "t-orc", 2)], [[10, "#00f", false], NONE]);
  });

  test("what another script has set since is never put back", async () => {
    const { game, table } = await fight();
    Object.assign(game.graphics.get("t-orc").attributes, { aura1_radius: 30, aura1_color: "#0f0" });
    await table.show(now(1));
    assert.deepEqual(aura(game, "t-orc"), [30, "#0f0", true]);
  });

  test("nothing is written while nobody else acts", async () => {
    const { game, table } = await fight();
    const { length } = game.saves;
    await table.show(now(0, { at: 9 }));
    assert.equal(game.saves.length, length);
  });

  test("no token on the game masters' layer is lit, and none that only they see", async () => {
    const game = new Game().token("t-mage", { layer: "gmlayer" }).token("t-orc");
    const { table } = await fight(game);
    await table.show(now(1));
    assert.deepEqual(aura(game, "t-mage"), NONE);
    await table.show(now(0), now(1));
    assert.deepEqual(aura(game, "t-orc"), NONE);
  });

  test("what a token had outlives the game master's window", async () => {
    const game = new Game().token("t-mage").token("t-orc", { aura1_color: "#abc" });
    await fight(game);
    game.windows = [];
    const { table } = await fight(game);
    await table.show(now(1));
    assert.deepEqual(aura(game, "t-orc"), ["", "#abc", false]);
  });

  test("an aura that another browser has left is taken for ours, and goes", async () => {
    const game = new Game().token("t-mage").token("t-orc");
    await fight(game);
    Object.assign(game, { windows: [], shelves: {} });
    const { table } = await fight(game);
    await table.show(now(1));
    assert.deepEqual(
      [aura(game, "t-orc")[0], aura(game, "t-orc")[2], aura(game, "t-orc", 2)],
      ["", false, NONE],
    );
  });

  test("its colour is the game master's choice, in this game for good", async () => {
    const { game, table, client } = await fight();
    client.session.colour = "#3366ff";
    await table.settle();
    assert.deepEqual(aura(game, "t-orc"), [2.5, "#3366ff", true]);
    await table.show(now(1));
    assert.deepEqual([aura(game, "t-orc"), aura(game, "t-mage")], [NONE, [2.5, "#3366ff", true]]);
    assert.equal(client.session.keys.noted("colour"), "#3366ff");
  });

  test("who loses the right to write puts all back", async () => {
    const { game, table, client } = await fight();
    table.holder = {};
    client.session.lease.claim();
    await table.settle();
    assert.deepEqual(aura(game, "t-orc"), NONE);
  });

  test("where Roll20's tokens are not as they were nothing is lit, and the order goes on", async () => {
    const game = new Game().token("t-mage").token("t-orc");
    for (const one of game.graphics.values())
      one.save = () => {
        throw new TypeError("no such thing any more");
      };
    const { table } = await fight(game);
    await table.show(now(1));
    assert.equal(game.rows[0].id, "t-mage");
  });
});

describe("with the Mod script", () => {
  async function modded(round = 3) {
    const { game, table, client } = await fight();
    const sandbox = new Sandbox(game);
    client.session.hasMod = true;
    await table.show(now(0, { round }));
    return { game, table, sandbox };
  }
  const markers = (game, id) => game.graphics.get(id).attributes.statusmarkers;

  test("those who act have a marker with the round, and the moment begins with a pulse", async () => {
    const { game, table } = await modded();
    assert.deepEqual(
      [markers(game, "t-orc"), game.effects.at(-1)],
      ["stopwatch@3", [70, 140, "nova-holy", "page-1"]],
    );
    await table.show(now(1, { round: 3 }));
    assert.deepEqual([markers(game, "t-orc"), markers(game, "t-mage")], ["", "stopwatch@3"]);
  });

  test("a round of two digits has the marker without one, which is all that Roll20 shows", async () => {
    const { game } = await modded(12);
    assert.equal(markers(game, "t-orc"), "stopwatch");
  });

  test("others' markers stay, also one that came meanwhile, and also their own of the same name", async () => {
    const { game, table } = await modded();
    game.graphics.get("t-orc").attributes.statusmarkers += ",skull";
    game.graphics.get("t-mage").attributes.statusmarkers = "stopwatch@7,dead";
    await table.show(now(1, { round: 3 }));
    assert.deepEqual([markers(game, "t-orc"), markers(game, "t-mage")], ["skull", "stopwatch@7,dead"]);
    await table.show(now(0, { round: 3 }));
    assert.equal(markers(game, "t-mage"), "stopwatch@7,dead");
  });

  test("an aura that another script has set since is not put back", async () => {
    const { game, table } = await modded();
    game.graphics.get("t-orc").attributes.aura1_color = "#0f0";
    await table.show(now(1, { round: 3 }));
    assert.deepEqual(aura(game, "t-orc"), [2.5, "#0f0", true]);
  });

  test("the page lights nothing beside it", async () => {
    const { game, table } = await modded();
    const { length } = game.saves;
    await table.show(now(1, { round: 3 }));
    assert.equal(game.saves.length, length);
  });
});
