import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { describe, test } from "node:test";
import { choose, Language, LANGUAGES, load } from "../../clients/js-shim/core/i18n/language.js";

const SHIM = new URL("../../clients/js-shim/", import.meta.url);
const texts = (tag) => JSON.parse(readFileSync(new URL(`lang/${tag}.json`, SHIM), "utf8"));
const english = texts("en");

const LAB = new Language("en", {
  a: {
    plain: "{who} rolls {n}",
    optional: "hit[: {damage} damage][, {hp} left]",
    plural: { per: "n", one: "{n} segment", other: "{n} segments" },
  },
});

describe("a text", () => {
  test("is filled with values", () => assert.equal(LAB.text("a.plain", { who: "Ana", n: 6 }), "Ana rolls 6"));
  test("leaves out the part of which a value is missing", () => {
    assert.equal(LAB.text("a.optional", { damage: 3 }), "hit: 3 damage");
    assert.equal(LAB.text("a.optional", { hp: 0 }), "hit, 0 left");
  });
  test("has the plural form of its language", () => {
    assert.equal(LAB.text("a.plural", { n: 1 }), "1 segment");
    assert.equal(LAB.text("a.plural", { n: 0 }), "0 segments");
  });
  test("that is missing shows its key", () => assert.equal(LAB.text("a.none"), "a.none"));
  test("never fills in what a value brings along", () =>
    assert.equal(LAB.text("a.plain", { who: "{n} [x]", n: 2 }), "{n} [x] rolls 2"));
});

describe("the language", () => {
  test("is the first that somebody reads and that there is", () =>
    assert.equal(choose(["fr-FR", "it-CH", "en"], ["en", "es", "it"]), "it"));
  test("of another country is better than another language", () =>
    assert.equal(choose(["pt"], ["en", "pt-BR"]), "pt-BR"));
  test("is the first of all for who reads none of them", () =>
    assert.equal(choose(["ja"], ["en", "es"]), "en"));
  test("falls back to English for what it lacks", async () => {
    const german = await load("de", async (tag) =>
      tag === "de" ? { a: { x: "eins" } } : { a: { x: "one", y: "two" } },
    );
    assert.deepEqual([german.text("a.x"), german.text("a.y")], ["eins", "two"]);
  });
});

/** Every key of a language with its text. */
function entries(catalogue) {
  return Object.entries(catalogue).flatMap(([group, keys]) =>
    Object.entries(keys).map(([key, text]) => [`${group}.${key}`, text]),
  );
}

/** The placeholders of a text, in any of its forms. */
function placeholders(text) {
  const all = typeof text === "string" ? text : Object.values(text).join(" ");
  return [...new Set([...all.matchAll(/\{(\w+)\}/g)].map((match) => match[1]))].sort();
}

describe("every language", () => {
  for (const file of readdirSync(new URL("lang/", SHIM)).filter((name) => name.endsWith(".json"))) {
    const tag = file.replace(".json", "");
    const own = new Map(entries(texts(tag)));
    test(`${tag} is offered`, () => assert.ok(LANGUAGES.includes(tag)));
    test(`${tag} has the keys of English, no more and no fewer`, () =>
      assert.deepEqual(
        [...own.keys()].sort(),
        entries(english)
          .map(([key]) => key)
          .sort(),
      ));
    test(`${tag} has the placeholders of English in every text`, () => {
      for (const [key, text] of entries(english)) {
        const extra = placeholders(own.get(key)).filter(
          (name) => !placeholders(text).includes(name) && name !== text.per,
        );
        assert.deepEqual(extra, [], key);
      }
    });
    test(`${tag} has every plural form that the language knows`, () => {
      const categories = new Intl.PluralRules(tag).resolvedOptions().pluralCategories;
      for (const [key, text] of own) {
        if (typeof text === "string") continue;
        for (const category of categories.filter((one) => one !== "many"))
          assert.ok(text[category], `${key} lacks ${category}`);
        assert.equal(typeof text.per, "string", key);
      }
    });
  }
});

describe("English says", () => {
  const types = readFileSync(new URL("protocol.d.ts", SHIM), "utf8");
  const union = (name) =>
    [...types.match(new RegExp(`export type ${name} = (.*);`))[1].matchAll(/"(\w+)"/g)].map(
      (match) => match[1],
    );
  test("every error code", () =>
    assert.deepEqual(
      union("ErrorCode").filter((code) => !english.error[code]),
      [],
    ));
  test("every event", () =>
    assert.deepEqual(
      union("EventName").filter((name) => !english.event[name]),
      [],
    ));
  test("every phase, as a title and as what it means", () =>
    assert.deepEqual(
      union("Phase").filter((name) => !english.phase[name] || !english.about[name]),
      [],
    ));
  test("every role", () =>
    assert.deepEqual(
      union("Role").filter((name) => !english.role[name]),
      [],
    ));

  // The bundled SDK of Owlbear is others' code and speaks to developers.
  const shim = (folder) =>
    readdirSync(new URL(folder, SHIM), { recursive: true })
      .filter((file) => file.endsWith(".js") && file !== "owlbear/sdk.js")
      .map((file) => readFileSync(new URL(folder + file, SHIM), "utf8"));
  const code = [...shim("core/"), ...shim("adapters/")].join("\n");
  test("every key that the code names", () => {
    const named = [...code.matchAll(/"([a-z]+\.[a-z_0-9.]+)"/g)]
      .map((match) => match[1])
      .filter((key) => english[key.split(".")[0]]);
    const language = new Language("en", english);
    assert.ok(named.length > 50);
    assert.deepEqual(
      named.filter((key) => !language.has(key)),
      [],
    );
  });
  test("all of it: no sentence stands in the code", () => {
    const sentences = [
      ...code.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, "").matchAll(/"([A-Z][a-z]+ [a-z]+[^"]*)"/g),
    ].map((match) => match[1]);
    assert.deepEqual(sentences, []);
  });
});
