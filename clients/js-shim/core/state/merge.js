/**
 * JSON merge patch, RFC 7396. Nothing is changed in place: what a patch does not touch stays the
 * same object, so whoever draws can tell by identity what is new.
 *
 * @param {unknown} value what there was (`undefined` for nothing)
 * @param {unknown} patch objects merge, null removes a key, everything else replaces
 * @returns {unknown}
 */
export function merge(value, patch) {
  if (!isObject(patch)) return patch;
  /** @type {Record<string, unknown>} */
  const merged = isObject(value) ? { ...value } : {};
  for (const [key, part] of Object.entries(patch)) {
    if (part === null) delete merged[key];
    // A key called `__proto__` is a key like any other, never the prototype.
    else define(merged, key, merge(Object.hasOwn(merged, key) ? merged[key] : undefined, part));
  }
  return merged;
}

/** @param {unknown} value @returns {value is Record<string, unknown>} */
function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** @param {Record<string, unknown>} target @param {string} key @param {unknown} value */
function define(target, key, value) {
  Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
}
