import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, test } from "node:test";
import { framed, seldom } from "../../clients/js-shim/core/ui/dom/frame.js";

/** Frames that wait to be shown; a page that nobody sees shows none. */
let frames = new Map();
/** Timers that wait, each with the time that it is for. */
let timers = new Map();
let clock = 0;
let drawn = 0;
const real = { setTimeout, clearTimeout };
const draw = () => void (drawn += 1);
const show = () => {
  for (const [frame, run] of [...frames]) if (frames.delete(frame)) run();
};
const pass = (ms) => {
  clock += ms;
  for (const [timer, { run, at }] of [...timers]) if (at <= clock && timers.delete(timer)) run();
};

beforeEach(() => {
  [frames, timers, drawn] = [new Map(), new Map(), 0];
  globalThis.setTimeout = (run, ms) => {
    const timer = Symbol("timer");
    timers.set(timer, { run, at: clock + ms });
    return timer;
  };
  globalThis.clearTimeout = (timer) => void timers.delete(timer);
  globalThis.requestAnimationFrame = (run) => frames.set(frames.size + 1, run).size;
  globalThis.cancelAnimationFrame = (frame) => void frames.delete(frame);
});
afterEach(() => void Object.assign(globalThis, real));

describe("What is drawn once a frame", () => {
  test("is drawn once however much has changed", () => {
    const { soon } = framed(draw);
    soon();
    soon();
    assert.equal(drawn, 0);
    show();
    assert.equal(drawn, 1);
    pass(10_000);
    assert.equal(drawn, 1);
  });

  test("is drawn without a frame where nobody sees it", () => {
    const { soon } = framed(draw);
    soon();
    pass(10_000);
    assert.equal(drawn, 1);
    show();
    assert.equal(drawn, 1);
  });

  test("is not drawn again for what was drawn at once", () => {
    const { soon, now } = framed(draw);
    soon();
    now();
    show();
    pass(10_000);
    assert.equal(drawn, 1);
  });
});

describe("What is said seldom", () => {
  test("is said at once, and what came last in the end", () => {
    const said = [];
    let moment = 0;
    const say = seldom(() => said.push(moment), 1000);
    for (moment = 1; moment < 5; moment += 1) say();
    assert.deepEqual(said, [1]);
    pass(1000);
    assert.deepEqual(said, [1, 5]);
    pass(10_000);
    assert.deepEqual(said, [1, 5]);
    say();
    assert.deepEqual(said, [1, 5, 5]);
  });
});
