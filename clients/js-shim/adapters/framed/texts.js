import { choose, load } from "../../core/i18n/language.js";

/**
 * The texts of a tabletop beside everybody's, in the first of `wanted` that there is.
 * @param {string} tabletop a folder in `lang/`
 * @param {readonly string[]} wanted
 */
export function speak(tabletop, wanted) {
  return load(choose(wanted), async (tag) => {
    const [common, own] = await Promise.all([`${tag}.json`, `${tabletop}/${tag}.json`].map(json));
    return { ...common, ...own };
  });
}

/** @param {string} path below `lang/` */
async function json(path) {
  return (await fetch(new URL(`../../lang/${path}`, import.meta.url))).json();
}
