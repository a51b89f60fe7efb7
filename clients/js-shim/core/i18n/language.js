/**
 * A catalogue of texts: groups of keys. A text is a string with `{placeholders}`; a part in
 * `[square brackets]` is left out when one of its placeholders has no value. Where the words depend
 * on a number, the text is an object: `per` names the placeholder, the other keys are the plural
 * categories of the language (`one`, `other` …).
 *
 * @typedef {string | ({per: string} & Record<string, string>)} Text
 * @typedef {Record<string, Record<string, Text>>} Texts
 */

/** The languages that there are, the first for whoever reads none of them. */
export const LANGUAGES = ["en", "es", "it", "pt-BR"];

/**
 * The best of `available` for someone who reads `wanted`, most liked first: exactly that one, else
 * one of the same language (`pt` for `pt-BR` and the other way round), else the first.
 *
 * @param {readonly string[]} wanted @param {readonly string[]} [available]
 */
export function choose(wanted, available = LANGUAGES) {
  const stem = (/** @type {string} */ tag) => tag.toLowerCase().split("-")[0];
  for (const tag of wanted) {
    const exact = available.find((one) => one.toLowerCase() === tag.toLowerCase());
    const near = exact ?? available.find((one) => stem(one) === stem(tag));
    if (near) return near;
  }
  return available[0];
}

export class Language {
  #plural;
  #number;
  #list;

  /** @param {string} tag BCP 47 @param {Texts} texts @param {Texts} [fallback] for keys that it lacks */
  constructor(tag, texts, fallback = {}) {
    this.tag = tag;
    this.texts = texts;
    this.fallback = fallback;
    this.#plural = new Intl.PluralRules(tag);
    this.#number = new Intl.NumberFormat(tag);
    this.#list = new Intl.ListFormat(tag, { type: "conjunction" });
  }

  /** @param {string} key `group.key` */
  has(key) {
    return this.#find(key) !== undefined;
  }

  /**
   * @param {string} key `group.key`; a key that no language has is shown itself, so that it is noticed
   * @param {Record<string, unknown>} [values] for the placeholders
   * @returns {string}
   */
  text(key, values = {}) {
    const found = this.#find(key);
    if (found === undefined) return key;
    return this.#fill(typeof found === "string" ? found : this.#form(found, values), values);
  }

  /**
   * The first of `keys` that there is, for texts that get more exact with what is known.
   * @param {string[]} keys @param {Record<string, unknown>} [values]
   */
  first(keys, values) {
    return this.text(keys.find((key) => this.has(key)) ?? keys[keys.length - 1], values);
  }

  /** @param {string[]} items */
  list(items) {
    return this.#list.format(items);
  }

  /** @param {string} key @returns {Text | undefined} */
  #find(key) {
    const dot = key.indexOf(".");
    const [group, rest] = [key.slice(0, dot), key.slice(dot + 1)];
    return this.texts[group]?.[rest] ?? this.fallback[group]?.[rest];
  }

  /** @param {{per: string} & Record<string, string>} forms @param {Record<string, unknown>} values */
  #form(forms, values) {
    return forms[this.#plural.select(Number(values[forms.per] ?? 0))] ?? forms.other;
  }

  /** @param {string} text @param {Record<string, unknown>} values */
  #fill(text, values) {
    const there = (/** @type {string} */ part) =>
      [...part.matchAll(/\{(\w+)\}/g)].every(([, name]) => values[name] !== undefined && values[name] !== "");
    return text
      .replace(/\[([^\]]*)\]/g, (_, part) => (there(part) ? part : ""))
      .replace(/\{(\w+)\}/g, (_, name) => this.#show(values[name]));
  }

  /** @param {unknown} value */
  #show(value) {
    if (Array.isArray(value)) return value.join(" ");
    return typeof value === "number" ? this.#number.format(value) : String(value ?? "");
  }
}

/**
 * @param {string} tag one of LANGUAGES
 * @param {(tag: string) => Promise<Texts>} fetchTexts where the files come from
 */
export async function load(tag, fetchTexts) {
  const [texts, english] = await Promise.all([fetchTexts(tag), tag === "en" ? undefined : fetchTexts("en")]);
  return new Language(tag, texts, english);
}
