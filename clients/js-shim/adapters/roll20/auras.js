/**
 * An aura round each token of those who act, by Roll20's own page: without a Mod script, so in every game. A part of
 * the same classic script as `page.js`, before it.
 */
/** @type {any} */ (window).turnkeeperAuras = (/** @type {string} */ campaign) => {
  /** @type {any} */
  const roll20 = window;
  const KEPT = `turnkeeper-auras:${campaign}`;

  /** @param {string} id @returns {{page: any, model: any} | undefined} */
  function find(id) {
    for (const page of roll20.Campaign.pages.models) {
      const model = page.thegraphics?.get(id);
      if (model) return { page, model };
    }
  }

  /** These tokens are lit and no others. What players do not see is not lit. @param {string[]} ids @param {string} colour */
  function light(ids, colour) {
    const kept = recall();
    for (const [id, { ours }] of Object.entries(kept))
      if (!ids.includes(id) || !Object.values(ours).includes(colour)) restore(kept, id);
    for (const id of ids) if (!(id in kept)) mark(kept, id, colour);
    keep(kept);
    return Object.keys(kept);
  }

  /** @param {Record<string, any>} kept @param {string} id @param {string} colour */
  function mark(kept, id, colour) {
    const { page, model } = find(id) ?? {};
    if (model?.attributes.layer !== "objects") return;
    const { attributes } = model;
    // Half a cell beyond the token's edge, in the page's own units; the second aura where the first is in use.
    const radius = Math.round(50 * Number(page.attributes?.scale_number || 5)) / 100;
    const made = (/** @type {number} */ n) => ({
      [`aura${n}_radius`]: radius,
      [`aura${n}_color`]: colour,
      [`aura${n}_square`]: false,
      [`showplayers_aura${n}`]: true,
    });
    const left = [1, 2].find((n) => isSo(attributes, made(n))); // by another browser, which is gone
    const n = left ?? (attributes.aura1_radius ? 2 : 1);
    const ours = made(n);
    const had = Object.fromEntries(Object.keys(ours).map((name) => [name, attributes[name] ?? ""]));
    if (left) Object.assign(had, { [`aura${n}_radius`]: "", [`showplayers_aura${n}`]: false });
    kept[id] = { ours, had };
    model.save(ours);
  }

  /** A token gets back what it had, unless somebody has changed it since. @param {Record<string, any>} kept @param {string} id */
  function restore(kept, id) {
    const { ours, had } = kept[id];
    const { model } = find(id) ?? {};
    delete kept[id];
    if (model && isSo(model.attributes, ours)) model.save(had);
  }

  /** @param {any} attributes @param {object} values */
  function isSo(attributes, values) {
    return Object.entries(values).every(([name, value]) => String(attributes[name] ?? "") === String(value));
  }

  /** What was there before outlives this page. @returns {Record<string, any>} */
  function recall() {
    try {
      return JSON.parse(localStorage.getItem(KEPT) ?? "{}");
    } catch {
      return {};
    }
  }

  /** @param {object} kept */
  function keep(kept) {
    localStorage.setItem(KEPT, JSON.stringify(kept));
  }

  return { find, light };
};
