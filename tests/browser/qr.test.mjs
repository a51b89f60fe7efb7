import assert from "node:assert/strict";
import { test } from "node:test";
import { qr } from "../../clients/js-shim/core/ui/dom/qr.js";

const reader = await import("jsqr")
  .then((module) => module.default.default ?? module.default)
  .catch(() => undefined);
const required = process.env.TURNKEEPER_REQUIRE === "all";
const QUIET = 4;
const SCALE = 4;

/** What a camera makes of it: the text of a picture with its quiet zone. */
function read(modules) {
  const size = (modules.length + 2 * QUIET) * SCALE;
  const pixels = new Uint8ClampedArray(4 * size * size).fill(255);
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      const dark = modules[Math.floor(y / SCALE) - QUIET]?.[Math.floor(x / SCALE) - QUIET];
      if (dark) pixels.set([0, 0, 0, 255], 4 * (y * size + x));
    }
  }
  return reader(pixels, size, size)?.data;
}

const LINK = "https://turns.example/#table=friday&token=shY-Pu-ham3cH062M0knT0MVxcvPDmE5d9AMjjxC9-Y";
for (const text of [
  "A",
  LINK,
  "é".repeat(20),
  ...[17, 32, 53, 78, 106, 134, 154, 192, 230].map((length) => "x".repeat(length)),
]) {
  test(`a camera reads a text of ${text.length} signs`, {
    skip: !reader && !required && "jsqr is not installed (npm ci)",
  }, () => {
    assert.equal(read(qr(text)), text);
  });
}

test("a longer text has no code", () => assert.equal(qr("x".repeat(231)), undefined));
