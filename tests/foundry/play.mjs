/**
 * The adapter in three Foundry windows, at a real server: TURNKEEPER_PLAY says where it is and which
 * tokens open it. Once it prints "restart" it waits for a line that says the server is back.
 */
import assert from "node:assert/strict";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { readFileSync } from "node:fs";
import { install } from "../../clients/js-shim/adapters/foundry/install.js";
import { Session } from "../../clients/js-shim/adapters/foundry/session.js";
import { Settings } from "../../clients/js-shim/adapters/foundry/settings.js";
import { Language } from "../../clients/js-shim/core/i18n/language.js";
import { browser } from "../../clients/js-shim/core/net/environment.js";
import { World } from "./fake.mjs";

const { address, tokens } = JSON.parse(process.env.TURNKEEPER_PLAY);
const ENGLISH = JSON.parse(
  readFileSync(new URL("../../clients/js-shim/lang/en.json", import.meta.url), "utf8"),
);
const lines = createInterface({ input: process.stdin });
const pc = (id) => ({ id, name: id, actorId: id, disposition: 1, actor: { hasPlayerOwner: true } });
const npc = (id) => ({ id, name: id, actorId: id, disposition: -1, actor: { hasPlayerOwner: false } });
const world = new World({
  users: [
    { id: "gil", name: "Gil", isGM: true },
    { id: "gwen", name: "Gwen", isGM: true },
    { id: "ana", name: "Ana", isGM: false },
  ],
  scenes: { moor: [pc("Morwen"), pc("Brand"), npc("Orc"), npc("Spy")] },
});

/** Waits for what has to come; only a broken run sees the end of it. */
async function eventually(what, happened) {
  for (let n = 0; n < 1000; n += 1) {
    if (happened()) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  assert.fail(`never: ${what}`);
}

async function open(user, token) {
  const window = world.open(user);
  const settings = new Settings(window, browser.id);
  const session = new Session(window, settings, browser, {
    now: () => performance.now(),
    get: fetch,
    known: async () => undefined,
  });
  settings.register(() => session.start(), class {});
  install(window, session, async () => new Language("en", ENGLISH));
  for (const hook of ["setup", "ready"]) window.Hooks.callAll(hook);
  await settings.accept({ address, table: "friday", token });
  session.start();
  window.refresh();
  await eventually(`${user} sits down`, () => session.client?.table.position());
  return { window, session, client: session.client };
}

const combat = ({ window }) => window.game.combats.contents[0];
const nameOf = (person, id) => person.client.table.view.combatants[id].name;
const byName = (person, name) => combat(person).combatants.contents.find((one) => one.name === name);
const view = (person) => person.client.table.view;
/** Foundry shows what players see: the first of those who act, and nobody hidden. */
const inStep = (person, watcher) => {
  const { active } = view(watcher);
  const turn = combat(person).combatant?.flags.turnkeeper.combatant;
  return active.length === 0 ? turn === undefined : active.includes(turn);
};

const gil = await open("gil", tokens.gm);
await eventually("Gil may write", () => gil.session.writer.held);
const gwen = await open("gwen", tokens.gm);
const ana = await open("ana", tokens.player);

// A game master makes an encounter of the tokens on the scene, in Foundry.
await gil.window.CONFIG.Combat.documentClass.create({ active: true });
await eventually("the encounter is taken in", () => combat(gil).flags.turnkeeper?.table === "friday");
await combat(gil).createEmbeddedDocuments(
  "Combatant",
  ["Morwen", "Brand", "Orc", "Spy"].map((id) => ({
    tokenId: id,
    sceneId: "moor",
    actorId: id,
    hidden: id === "Spy",
  })),
);
await eventually("all four are in the fight", () => Object.keys(view(gil).combatants).length === 4);
await eventually(
  "three have a place in the list",
  () =>
    combat(gil).combatants.contents.filter((one) => one.flags.turnkeeper?.order !== undefined).length === 3,
);
assert.deepEqual(
  Object.values(view(ana).combatants)
    .map((one) => [one.name, one.side, one.kind])
    .sort(),
  [
    ["Brand", "party", "pc"],
    ["Morwen", "party", "pc"],
    ["Orc", "foes", "npc"],
  ],
);

// Ownership is given by name, from those who are there.
await eventually("Ana is seen", () =>
  gil.client.table.people.some((one) => one.name === "Ana" && one.connected),
);
const user = gil.client.table.people.find((one) => one.name === "Ana").user;
const [morwen, brand, orc, spy] = ["Morwen", "Brand", "Orc", "Spy"].map((name) => byName(gil, name).id);
await gil.client.give({ do: "change", combatant: morwen, set: { owner: user } });

// A round of it: Ana declares without a game master's rights, the others are declared for.
await combat(gil).startCombat();
await ana.client.give({
  do: "declare",
  combatant: morwen,
  actions: [{ act: "spell", name: "Sleep", segments: 3 }],
});
for (const combatant of [brand, orc, spy])
  await gil.client.give({ do: "declare", combatant, actions: [{ act: "melee" }] });
await combat(gil).nextTurn();
await eventually("the dice are asked for", () => view(ana).phase === "roll");
await ana.client.give({ do: "roll", for: "side:party", faces: [4] });
await gil.client.give({ do: "roll", for: "side:foes", faces: [2] });
await eventually("the first moment", () => view(ana).at === 2 && inStep(gil, ana) && inStep(ana, ana));
assert.deepEqual([nameOf(gil, view(gil).active[0]), combat(gil).combatant.name], ["Orc", "Orc"]);
assert.equal(combat(ana).combatant.name, "Orc");

// Undo by Foundry's button, and on again.
await combat(gil).previousTurn();
await eventually("a step back", () => view(gil).phase === "roll" && combat(gil).turn === null);
await gil.client.give({ do: "redo" });
await eventually(
  "and on",
  () => [gil, gwen, ana].every((one) => view(one).phase === "act") && inStep(gil, ana),
);

// The spy's moment is nobody else's: in Foundry the turn stays where players last saw it.
await combat(gwen).nextTurn();
await eventually("the spy's moment", () => view(gil).active[0] === spy);
assert.deepEqual(
  [nameOf(ana, view(ana).active[0]), combat(ana).combatant.name, combat(gil).combatant.name],
  ["Orc", "Orc", "Orc"],
);

// The party's moment; Ana ends hers by Foundry's own button.
await combat(gwen).nextTurn();
await eventually(
  "the party's moment",
  () => view(ana).at === 4 && view(ana).active.includes(morwen) && inStep(gil, ana),
);
const own = view(ana).active.length;
await combat(ana).nextTurn();
await eventually("Morwen has ended", () => view(ana).at !== 4 || view(ana).active.length < own);

// The server goes and comes back.
console.log("restart");
await once(lines, "line");
await eventually("all are back", () =>
  [gil, gwen, ana].every((one) => one.client.connection.state === "live"),
);
await eventually(
  "somebody may write again",
  () => [gil, gwen].filter((one) => one.session.writer.held).length === 1,
);
await gil.client.give({ do: "advance", to: "round" });
await eventually("the second round", () => combat(ana).round === 2 && view(ana).round === 2);
assert.equal(world.combats.size, 1);
assert.equal(combat(gil).combatants.size, 4);

// The one who writes goes home; the other goes on.
const [writer, other] = gil.session.writer.held ? [gil, gwen] : [gwen, gil];
writer.session.stop();
await eventually("the other one writes", () => other.session.writer.held);
const count = world.writes.length;
await combat(other).combatants.get(orc).update({ defeated: true });
await eventually("the orc is down for all", () => view(ana).combatants[orc].able === false);
assert.ok(world.writes.slice(count).every((one) => one.user === other.window.user.id));

// The spy was never written about, except by the game master's own hand.
const ours = world.writes.filter((one) => one.options.turnkeeper);
assert.doesNotMatch(JSON.stringify(ours), new RegExp(`Spy|${spy}`));
assert.deepEqual(
  [gil, gwen, ana].flatMap((one) => one.window.notes),
  [],
);
for (const one of [gil, gwen, ana]) one.session.stop();
console.log("played");
lines.close();
