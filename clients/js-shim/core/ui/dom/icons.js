/** Small drawings on a grid of 24, in strokes of the current colour. One path each. */
const PATHS = {
  turn: "M12 4a8 8 0 1 1-8 8 M12 8v4l3 2",
  attack: "M19 4 9 14 M19 4h-4 M19 4v4 M6 12l6 6 M8 16l-4 4",
  shot: "M4 20 20 4 M20 4h-6 M20 4v6 M4 20l1-5 M4 20l5-1",
  begins: "M12 3v4 M12 17v4 M3 12h4 M17 12h4 M6 6l2 2 M16 16l2 2 M18 6l-2 2 M8 16l-2 2",
  completes: "M12 3l2.6 5.8 6.4.7-4.8 4.3 1.4 6.2L12 16.8 6.4 20l1.4-6.2L3 9.5l6.4-.7z",
  moves: "M4 12h15 M13 6l6 6-6 6",
  arrives: "M6 21V4 M6 4h11l-3 4 3 4H6",
  contact: "M4 12h7 M20 5l-6 5 M20 19l-6-5 M13 12h.5 M21 12h-4",
  stops: "M6 6h12v12H6z",
  effect: "M10 3h4 M11 3v6l-5 9a2 2 0 0 0 2 3h8a2 2 0 0 0 2-3l-5-9V3 M8 15h8",
  action: "M13 3 5 14h6l-1 7 8-11h-6z",
  next: "M5 5l9 7-9 7z M18 5v14",
  back: "M9 14 4 9l5-5 M4 9h10a6 6 0 0 1 0 12h-3",
  again: "M15 14l5-5-5-5 M20 9H10a6 6 0 0 0 0 12h3",
  dice: "M5 5h14v14H5z M9 9h.01 M15 15h.01 M15 9h.01 M9 15h.01 M12 12h.01",
  hidden: "M3 3l18 18 M10 6a9 9 0 0 1 11 6 12 12 0 0 1-2 3 M6 8a12 12 0 0 0-3 4 9 9 0 0 0 12 5",
  on: "M5 12h12 M12 7l5 5-5 5 M20 5v14",
  from: "M4 5v14 M7 12h12 M14 7l5 5-5 5",
  close: "M6 6l12 12 M18 6 6 18",
  people:
    "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7 M2.5 20a6.5 6.5 0 0 1 13 0 M16 4.5a3.5 3.5 0 0 1 0 6.5 M18 14a6.5 6.5 0 0 1 3.5 6",
  heart: "M12 20C5 15 3 12 3 8.5A4.5 4.5 0 0 1 12 7a4.5 4.5 0 0 1 9 1.5C21 12 19 15 12 20z",
  loop: "M4 12a8 8 0 0 1 14-5l2 2 M20 4v5h-5 M20 12a8 8 0 0 1-14 5l-2-2 M4 20v-5h5",
  sound: "M4 10v4h4l5 4V6L8 10z M16.5 9a4 4 0 0 1 0 6 M19 6.5a8 8 0 0 1 0 11",
  quiet: "M4 10v4h4l5 4V6L8 10z M16 9l5 6 M21 9l-5 6",
  eye: "M3 12a10 10 0 0 1 18 0 10 10 0 0 1-18 0 M12 9a3 3 0 1 1 0 6 3 3 0 0 1 0-6",
  clock: "M12 4a8 8 0 1 1 0 16 8 8 0 0 1 0-16 M12 8v4l3 2",
  link: "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1 M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1",
};

const SVG = "http://www.w3.org/2000/svg";

/** @param {string} name one of PATHS; what has no drawing gets the one of a turn */
export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  for (const [key, value] of Object.entries({
    viewBox: "0 0 24 24",
    "aria-hidden": "true",
    class: `icon icon-${name}`,
  })) {
    svg.setAttribute(key, value);
  }
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", PATHS[/** @type {keyof typeof PATHS} */ (name)] ?? PATHS.turn);
  svg.append(path);
  return svg;
}
