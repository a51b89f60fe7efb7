import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Game, SERVER } from "./fake.mjs";
import { Table, view } from "./seat.mjs";

const ORIGIN = new URL(SERVER).origin;
const noteOf = ({ elements }) => elements.filter((one) => one.tag === "div")[1];
const words = (window) => noteOf(window).children.filter((one) => typeof one === "string");
const apart = (window) => elements(window).find((one) => one.textContent === "apart");
const elements = ({ elements }) => elements;
const refuse = (window, blockedURI = ORIGIN, effectiveDirective = "frame-src") =>
  window.violated({ blockedURI, effectiveDirective });

describe("a frame that Roll20 refuses", () => {
  test("is explained, and a button opens the panel in a window of its own", async () => {
    const window = new Game().open();
    assert.equal(noteOf(window).style.cssText.includes("display:none"), true);
    refuse(window);
    assert.deepEqual([words(window), noteOf(window).style.display], [["refused"], ""]);
    apart(window).onclick();
    assert.ok(window.meet({ source: window.own }), "the window is spoken to as the frame was");
    assert.equal(noteOf(window).style.display, "none");
  });

  test("is told from what else the page refuses", () => {
    const window = new Game().open();
    refuse(window, "https://ads.example");
    refuse(window, ORIGIN, "img-src");
    assert.equal(noteOf(window).style.display, undefined);
  });

  test("is not spoken to, nor is a window that we did not open", () => {
    const window = new Game().open();
    assert.equal(window.meet({ source: { postMessage() {} } }), undefined);
  });
});

test("a frame that stays silent is explained too, and no longer once it speaks", () => {
  const window = new Game().open();
  for (const run of [...window.timers.values()]) run();
  assert.deepEqual([words(window), noteOf(window).style.display], [["silent"], ""]);
  window.meet();
  assert.equal(noteOf(window).style.display, "none");
});

describe("where Roll20 has changed", () => {
  test("and has no campaign that we know, the panel comes all the same and leaves its order alone", async () => {
    const game = new Game().token("t-mage");
    const window = game.open({ again: false });
    window.roll20.Campaign = undefined;
    window.again();
    for (let n = 0; n < 40 && !window.frame; n += 1) for (const [run] of [...window.timers]) window.fire(run);
    const table = new Table();
    table.views = { gm: view({ mage: {} }), player: view({ mage: {} }) };
    const client = await table.sit(window);
    await table.pass(500);
    assert.deepEqual(
      [game.writes, client.session.mirror.unknown, client.session.refusal],
      [0, true, undefined],
    );
    assert.equal(client.session.client.table.view.combatants.mage.name, "mage");
  });

  test("and takes no write, nothing is tried again and again", async () => {
    const game = new Game().token("t-mage");
    const window = game.open();
    let tried = 0;
    window.roll20.Campaign.save = () => {
      tried += 1;
      throw new TypeError("no such thing any more");
    };
    const table = new Table();
    table.views = { gm: view({ mage: {} }), player: view({ mage: {} }) };
    const client = await table.sit(window);
    await table.pass(500);
    assert.deepEqual([tried < 3, client.session.mirror.unknown], [true, true]);
  });
});

describe("a token on a page that is not loaded", () => {
  const show = async (window) => {
    const table = new Table();
    const open = view({ mage: {} }, [["mage", 3]], [0, 1]);
    table.views = { gm: open, player: open };
    await table.sit(window);
    await table.pass(500);
    return table;
  };

  test("keeps its row with its picture and its page", async () => {
    const game = new Game().token("t-mage");
    game.edit((rows) => rows.push({ id: "t-mage", pr: "", custom: "", _pageid: "page-1" }));
    const window = game.open();
    window.pages[1].thegraphics = undefined;
    await show(window);
    assert.deepEqual(game.rows[0], { id: "t-mage", pr: "3", custom: "", _pageid: "page-1" });
  });

  test("and one that was known before stays known", async () => {
    const game = new Game().token("t-mage");
    const window = game.open();
    const table = await show(window);
    const { thegraphics } = window.pages[1];
    window.pages[1].thegraphics = undefined;
    await table.show(view({ mage: {} }, [["mage", 5]], [0, 1]));
    assert.deepEqual([game.rows[0].id, game.rows[0].pr, game.rows[0]._pageid], ["t-mage", "5", "page-1"]);
    window.pages[1].thegraphics = thegraphics;
    game.graphics.delete("t-mage"); // gone for good
    await table.show(view({ mage: {} }, [["mage", 6]], [0, 1]));
    assert.deepEqual([game.rows[0].id, game.rows[0].custom], ["-1", "◆ mage"]);
  });
});
