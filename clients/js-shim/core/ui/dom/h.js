/** @typedef {Node | string | number | false | null | undefined} Child */

/**
 * Builds an element. `on…` attributes are handlers, `key` is what `morph` knows it by, true and
 * false set or leave out an attribute; children may be nested lists, false and null are nothing.
 *
 * @param {string} tag
 * @param {Record<string, any> | null} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElement}
 */
export function h(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) /** @type {any} */ (element)[name] = value;
    else if (name === "key") element.dataset.key = String(value);
    else if (name === "vars") setVars(element, value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...nodes(children));
  return element;
}

/** @param {(Child | Child[])[]} children @returns {(Node | string)[]} */
function nodes(children) {
  return children
    .flat(2)
    .filter((child) => child !== false && child !== null && child !== undefined && child !== "")
    .map((child) => (child instanceof Node ? child : String(child)));
}

/**
 * Custom properties, set through the object model: a strict policy forbids the `style` attribute.
 * @param {HTMLElement} element @param {Record<string, string | number>} values
 */
function setVars(element, values) {
  for (const [name, value] of Object.entries(values)) element.style.setProperty(name, String(value));
}

/** Elements that took over what a newly made one was to show. @type {WeakMap<Node, HTMLElement>} */
const heirs = new WeakMap();
/** Elements that stay as they are, by what keeps their place. @type {WeakMap<Node, HTMLElement>} */
const staying = new WeakMap();

/** The element in the page that shows what `made` shows. @param {HTMLElement} made */
export function standing(made) {
  return heirs.get(made) ?? made;
}

/** Keeps the place of an element which is in the page already, and is to stay as it is. @param {HTMLElement} element */
export function standIn(element) {
  const place = document.createComment("");
  staying.set(place, element);
  return place;
}

/** What the person or the browser changes on its own and a redraw must leave alone. */
const THEIRS = new Set(["open", "style"]);

/**
 * Makes the children of `parent` look like `children`, and keeps every node that can stay: focus,
 * scroll position, what is typed and what is unfolded survive, and a screen reader hears only what is new.
 * Elements with a `key` are the same only if their keys are.
 *
 * @param {ParentNode & Node} parent
 * @param {...(Child | Child[])} children
 */
export function morph(parent, ...children) {
  const wanted = nodes(children).map((node) =>
    typeof node === "string" ? document.createTextNode(node) : node,
  );
  /** @type {Map<string, Element>} */
  const keyed = new Map();
  for (const old of parent.children) {
    const key = keyOf(old);
    if (key) keyed.set(key, old);
  }
  let place = parent.firstChild;
  for (const node of wanted) {
    const stays = staying.get(node);
    if (stays) {
      if (stays === place) place = place.nextSibling;
      else parent.insertBefore(stays, place);
      continue;
    }
    const key = keyOf(node);
    const same = key ? keyed.get(key) : place;
    if (same && alike(same, node)) {
      const stands = same === place;
      place = beyond(stands ? same.nextSibling : place, node);
      if (!stands) parent.insertBefore(same, place);
      patch(same, node);
    } else {
      place = beyond(place, node);
      parent.insertBefore(node, place);
      if (node instanceof Element) settle(node);
    }
  }
  while (place) {
    const rest = place.nextSibling;
    place.remove();
    place = rest;
  }
}

/** The first from `place` on that will not move into `node`. @param {ChildNode | null} place @param {Node} node */
function beyond(place, node) {
  const moving = new Set(placesIn(node).map((kept) => staying.get(kept)));
  while (place instanceof HTMLElement && moving.has(place)) place = place.nextSibling;
  return place;
}

/** What stays moves into a new neighbourhood. @param {Element} fresh */
function settle(fresh) {
  for (const place of placesIn(fresh)) place.replaceWith(staying.get(place) ?? "");
}

/** Where something stays, in a node that was newly made. @param {Node} fresh @returns {Comment[]} */
function placesIn(fresh) {
  const walker = document.createTreeWalker(fresh, NodeFilter.SHOW_COMMENT);
  const places = [];
  while (walker.nextNode()) places.push(/** @type {Comment} */ (walker.currentNode));
  return places;
}

/** @param {Node} node */
function keyOf(node) {
  return node instanceof HTMLElement ? (node.getAttribute("data-key") ?? "") : "";
}

/** @param {Node} old @param {Node} node */
function alike(old, node) {
  return old.nodeName === node.nodeName && keyOf(old) === keyOf(node);
}

/** @param {Node} old @param {Node} node */
function patch(old, node) {
  if (!(old instanceof Element && node instanceof Element)) {
    if (old.nodeValue !== node.nodeValue) old.nodeValue = node.nodeValue;
    return;
  }
  for (const { name } of [...old.attributes])
    if (!node.hasAttribute(name) && !THEIRS.has(name)) old.removeAttribute(name);
  for (const { name, value } of node.attributes)
    if (old.getAttribute(name) !== value && name !== "style") old.setAttribute(name, value);
  if (old instanceof HTMLElement && node instanceof HTMLElement) adopt(old, node);
  morph(old, ...node.childNodes);
}

const HANDLERS = /** @type {const} */ ([
  "onclick",
  "onsubmit",
  "onchange",
  "oninput",
  "onkeydown",
  "onclose",
]);

/** @param {HTMLElement} old @param {HTMLElement} node */
function adopt(old, node) {
  if (old !== node) heirs.set(node, old);
  for (const handler of HANDLERS) /** @type {any} */ (old)[handler] = node[handler];
  if (node.style.length)
    for (const name of node.style) old.style.setProperty(name, node.style.getPropertyValue(name));
}
