/**
 * QR codes (ISO/IEC 18004) of short texts: byte mode, error correction level L, versions 1 to 9.
 * That is up to 230 bytes, and a link is shorter.
 */

/** By version: all codewords, of those for error correction in each block, blocks. */
const SIZES = [
  [26, 7, 1],
  [44, 10, 1],
  [70, 15, 1],
  [100, 20, 1],
  [134, 26, 1],
  [172, 18, 2],
  [196, 20, 2],
  [242, 24, 2],
  [292, 30, 2],
];
/** The middle of the small squares between the corners, beside the 6 that all versions have. */
const SQUARES = [[], [18], [22], [26], [30], [34], [22, 38], [24, 42], [26, 46]];

/**
 * @param {string} text
 * @returns {boolean[][] | undefined} rows of dark modules, or nothing if the text is too long
 */
export function qr(text) {
  const bytes = [...new TextEncoder().encode(text)];
  const version =
    SIZES.findIndex(([all, correction, blocks]) => all - correction * blocks - 2 >= bytes.length) + 1;
  if (version === 0) return undefined;
  const bits = codewords(bytes, version).flatMap((word) =>
    Array.from({ length: 8 }, (_, n) => (word >> (7 - n)) & 1),
  );
  const grid = frame(version);
  fill(grid, bits);
  return grid.cells.map((row) => row.map(Boolean));
}

/**
 * The code as a drawing, dark on light whatever the page is, with the quiet zone that it needs.
 * @param {boolean[][] | undefined} rows
 * @param {string} name for those who do not see it
 */
export function picture(rows, name) {
  if (!rows) return null;
  const size = rows.length + 8;
  const squares = rows
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x + 4} ${y + 4}h1v1h-1z` : "")))
    .join("");
  const attributes = {
    viewBox: `0 0 ${size} ${size}`,
    class: "qr",
    role: "img",
    "aria-label": name,
    "shape-rendering": "crispEdges",
  };
  const svg = drawn("svg", attributes);
  svg.append(
    drawn("path", { d: `M0 0h${size}v${size}H0z`, fill: "#fff" }),
    drawn("path", { d: squares, fill: "#000" }),
  );
  return svg;
}

/** @param {string} tag @param {Record<string, string>} attributes */
function drawn(tag, attributes) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

/** @typedef {{cells: number[][], fixed: boolean[][], size: number}} Grid */

/** The text with its length, filled up, and what corrects errors; blocks take turns. @param {number[]} bytes @param {number} version */
function codewords(bytes, version) {
  const [all, correction, blocks] = SIZES[version - 1];
  const room = all - correction * blocks;
  // Four bits of mode and eight of length shift every byte by half.
  const halves = [
    4,
    bytes.length >> 4,
    bytes.length & 15,
    ...bytes.flatMap((byte) => [byte >> 4, byte & 15]),
    0,
  ];
  const data = Array.from({ length: room }, (_, n) =>
    2 * n < halves.length
      ? (halves[2 * n] << 4) | (halves[2 * n + 1] ?? 0)
      : (n - Math.ceil(halves.length / 2)) % 2 === 0
        ? 0xec
        : 0x11,
  );
  const length = room / blocks;
  const parts = Array.from({ length: blocks }, (_, n) =>
    data.slice(Math.floor(n * length), Math.floor((n + 1) * length)),
  );
  return [...turns(parts), ...turns(parts.map((part) => remainder(part, correction)))];
}

/** @param {number[][]} parts */
function turns(parts) {
  const longest = Math.max(...parts.map((part) => part.length));
  return Array.from({ length: longest }, (_, n) =>
    parts.flatMap((part) => (n < part.length ? [part[n]] : [])),
  ).flat();
}

/** The product of two elements of GF(2⁸) by x⁸+x⁴+x³+x²+1. @param {number} a @param {number} b */
function times(a, b) {
  let product = 0;
  for (let bit = 7; bit >= 0; bit -= 1) {
    product = (product << 1) ^ ((product >> 7) * 0x11d);
    product ^= ((b >> bit) & 1) * a;
  }
  return product;
}

/** Reed–Solomon. @param {number[]} data @param {number} degree */
function remainder(data, degree) {
  let generator = [1];
  for (let n = 0, root = 1; n < degree; n += 1, root = times(root, 2)) {
    generator = [...generator, 0].map((term, k) => term ^ times(generator[k - 1] ?? 0, root));
  }
  const rest = [...data, ...Array(degree).fill(0)];
  for (let n = 0; n < data.length; n += 1) {
    const factor = rest[n];
    for (const [k, term] of generator.entries()) rest[n + k] ^= times(term, factor);
  }
  return rest.slice(data.length);
}

/** Everything that is the same for every text of a version. @param {number} version @returns {Grid} */
function frame(version) {
  const size = 17 + 4 * version;
  const cells = Array.from({ length: size }, () => Array(size).fill(0));
  const fixed = Array.from({ length: size }, () => Array(size).fill(false));
  const grid = { cells, fixed, size };
  for (let n = 8; n < size - 8; n += 1)
    for (const [y, x] of [
      [6, n],
      [n, 6],
    ])
      set(grid, y, x, n % 2 === 0);
  for (const [y, x] of [
    [3, 3],
    [3, size - 4],
    [size - 4, 3],
  ])
    square(grid, y, x, 4, [2, 4]);
  const centres = [6, ...SQUARES[version - 1]];
  const last = centres.length - 1;
  for (const [j, y] of centres.entries()) {
    for (const [i, x] of centres.entries()) {
      const corner = (j === 0 && (i === 0 || i === last)) || (i === 0 && j === last);
      if (version > 1 && !corner) square(grid, y, x, 2, [1]);
    }
  }
  if (version >= 7) versionBits(grid, version);
  formatBits(grid);
  return grid;
}

/** Rings round a middle; those in `light` are light. @param {Grid} grid @param {number} y @param {number} x @param {number} radius @param {number[]} light */
function square(grid, y, x, radius, light) {
  for (let dy = -radius; dy <= radius; dy += 1) {
    for (let dx = -radius; dx <= radius; dx += 1) {
      if (grid.cells[y + dy]?.[x + dx] !== undefined)
        set(grid, y + dy, x + dx, !light.includes(Math.max(Math.abs(dy), Math.abs(dx))));
    }
  }
}

/** @param {Grid} grid @param {number} y @param {number} x @param {boolean | number} dark */
function set({ cells, fixed }, y, x, dark) {
  cells[y][x] = Number(dark);
  fixed[y][x] = true;
}

/** Level L with mask 0, which are 01 and 000, with their check bits. @param {Grid} grid */
function formatBits(grid) {
  const { size } = grid;
  const bits = 0b111011111000100;
  for (let n = 0; n < 15; n += 1) {
    const dark = (bits >> n) & 1;
    const [y, x] = n < 6 ? [n, 8] : n < 8 ? [n + 1, 8] : n === 8 ? [8, 7] : [8, 14 - n];
    set(grid, y, x, dark);
    if (n < 8) set(grid, 8, size - 1 - n, dark);
    else set(grid, size - 15 + n, 8, dark);
  }
  set(grid, size - 8, 8, true);
}

/** @param {Grid} grid @param {number} version */
function versionBits(grid, version) {
  let rest = version << 12;
  for (let bit = 17; bit >= 12; bit -= 1) if ((rest >> bit) & 1) rest ^= 0x1f25 << (bit - 12);
  const bits = (version << 12) | rest;
  for (let n = 0; n < 18; n += 1) {
    const [far, near] = [grid.size - 11 + (n % 3), Math.floor(n / 3)];
    set(grid, far, near, (bits >> n) & 1);
    set(grid, near, far, (bits >> n) & 1);
  }
}

/** Up and down in columns of two from the right, past what is fixed; the mask is a chessboard. @param {Grid} grid @param {number[]} bits */
function fill({ cells, fixed, size }, bits) {
  let next = 0;
  let up = true;
  for (let right = size - 1; right > 0; right -= right === 8 ? 3 : 2, up = !up) {
    for (let step = 0; step < size; step += 1) {
      const y = up ? size - 1 - step : step;
      for (const x of [right, right - 1]) {
        if (fixed[y][x]) continue;
        cells[y][x] = (bits[next] ?? 0) ^ Number((x + y) % 2 === 0);
        next += 1;
      }
    }
  }
}
