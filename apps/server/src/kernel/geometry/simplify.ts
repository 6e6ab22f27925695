/** Leaves out points of a path that do not show (the algorithm of Douglas and Peucker). */

/** Coordinates of points, x and y in turn. */
type Path = Float64Array;

/** Longer parts are split first: the work grows with the square of a part's length in the worst case. */
const maxPartPoints = 2000;

/**
 * The point between two others that is farthest from the line between them; -1 if all are on it.
 * @param measures gets the square of its distance
 */
function findFarthest(path: Path, from: number, to: number, measures: Float64Array): number {
  const [startX = 0, startY = 0] = [path[2 * from], path[2 * from + 1]];
  const [endX = 0, endY = 0] = [path[2 * to], path[2 * to + 1]];
  const [deltaX, deltaY] = [endX - startX, endY - startY];
  const squaredLength = deltaX * deltaX + deltaY * deltaY || 1;
  let [farthest, distance] = [-1, 0];
  // Few steps, since they are done for each pair of points of a part in the worst case.
  for (let point = from + 1; point < to; point++) {
    const x = path[2 * point] ?? 0;
    const y = path[2 * point + 1] ?? 0;
    const along = ((x - startX) * deltaX + (y - startY) * deltaY) / squaredLength;
    const share = Math.max(0, along);
    const besideX = x - (along > 1 ? endX : startX + deltaX * share);
    const besideY = y - (along > 1 ? endY : startY + deltaY * share);
    const squared = besideX * besideX + besideY * besideY;
    if (squared > distance) {
      farthest = point;
      distance = squared;
    }
  }
  if (farthest >= 0) measures[farthest] = distance;
  return farthest;
}

/**
 * For each point, the square of the distance in the world at which it can be left out; infinite for the ends.
 * @param isRing keeps the ring from collapsing into a line
 */
export function measurePoints(path: Path, isRing: boolean): Float64Array {
  const count = path.length / 2;
  const measures = new Float64Array(count);
  measures[0] = Infinity;
  measures[count - 1] = Infinity;
  const partLength = isRing ? Math.min(maxPartPoints, Math.ceil((count - 1) / 2)) : maxPartPoints;
  /** First and last points of parts, in turn. */
  const parts: number[] = [];
  for (let from = 0; from < count - 1; from += Math.max(1, partLength)) {
    const to = Math.min(count - 1, from + Math.max(1, partLength));
    measures[to] = Infinity;
    parts.push(from, to);
  }
  while (parts.length > 0) {
    const to = parts.pop() ?? 0;
    const from = parts.pop() ?? 0;
    const farthest = findFarthest(path, from, to, measures);
    if (farthest < 0) continue;
    // A point is not left out while one between it and an end of its part is kept.
    measures[farthest] = Math.min(measures[farthest] ?? 0, measures[from] ?? 0, measures[to] ?? 0);
    parts.push(from, farthest, farthest, to);
  }
  return measures;
}

/** The points that show at a tolerance, in units of the scale. */
export function selectPoints(path: Path, measures: Float64Array, tolerance: number, scale: number): number[] {
  const limit = tolerance * tolerance;
  const points: number[] = [];
  for (let index = 0; index < measures.length; index++)
    if ((measures[index] ?? 0) >= limit)
      points.push((path[2 * index] ?? 0) * scale, (path[2 * index + 1] ?? 0) * scale);
  return points;
}
