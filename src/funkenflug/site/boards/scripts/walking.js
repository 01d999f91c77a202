// Where keys lead on a board of any shape: along rows and columns, diagonally, and to the ends of a row.

/** @typedef {{x: number, y: number}} Point */
/** @typedef {{across: boolean, at: number}} Line the row or the column in which somebody walks: on hexes a row is not straight */

/** @type {Record<string, [number, number]>} */
const WAYS = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  q: [-1, -1],
  w: [0, -1],
  e: [1, -1],
  a: [-1, 1],
  s: [0, 1],
  d: [1, 1],
};

/** Whether a key walks. @param {string} key */
export const walks = (key) => key in WAYS;

/**
 * Return the line of the next step: the last one as long as it goes on.
 * @param {Point} from
 * @param {string} key
 * @param {Line | null} before
 * @returns {Line | null}
 */
export function lineOf(from, key, before) {
  const [x, y] = WAYS[key];
  if (x && y) return null;
  const across = y === 0;
  return before?.across === across ? before : { across, at: across ? from.y : from.x };
}

/**
 * Return the nearest point in the direction of a key.
 * @template {Point} T
 * @param {T[]} points
 * @param {Point} from
 * @param {string} key
 * @param {Line | null} [line]
 * @returns {T | null}
 */
export function neighbour(points, from, key, line = lineOf(from, key, null)) {
  const [right, down] = WAYS[key];
  const length = Math.hypot(right, down);
  const steepest = line ? 2.2 : 0.6; // a diagonal step must not end in a row or a column
  let best = null;
  let least = Infinity;
  for (const point of points) {
    const [x, y] = [point.x - from.x, point.y - from.y];
    const along = (x * right + y * down) / length;
    const aside = Math.abs(x * down - y * right) / length;
    if (along < 4 || aside > along * steepest) continue;
    const off = line ? Math.abs((line.across ? point.y : point.x) - line.at) : aside;
    if (along + 1.6 * off >= least) continue;
    least = along + 1.6 * off;
    best = point;
  }
  return best;
}

/**
 * Return the first or the last point of the row of a point, or of all.
 * @template {Point} T
 * @param {T[]} points in reading order
 * @param {Point} from
 * @param {boolean} last
 * @param {number} height of a row; 0: of all rows
 * @returns {T}
 */
export function end(points, from, last, height) {
  const row = height ? points.filter(({ y }) => Math.abs(y - from.y) < 0.6 * height).sort((a, b) => a.x - b.x) : points;
  return row[last ? row.length - 1 : 0];
}

/** Sort points row by row. @template {Point} T @param {T[]} points @returns {T[]} */
export const inReadingOrder = (points) => points.sort((a, b) => a.y - b.y || a.x - b.x);

/** Return the point that is nearest to another. @template {Point} T @param {T[]} points @param {Point} from @returns {T | undefined} */
export function nearest(points, from) {
  return points.reduce(
    (/** @type {T | undefined} */ best, point) =>
      !best || Math.hypot(point.x - from.x, point.y - from.y) < Math.hypot(best.x - from.x, best.y - from.y)
        ? point
        : best,
    undefined,
  );
}
