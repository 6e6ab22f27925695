/** Clips lines and rings at two parallel lines. */

/** Which coordinate is limited: 0 for x, 1 for y. */
export type Axis = 0 | 1;

/** Limits of a coordinate. */
export interface Range {
  low: number;
  high: number;
}

/** Adds the point at which the way from one point to the next has a value on the axis. */
function addCrossing(to: number[], from: readonly number[], index: number, axis: Axis, value: number): void {
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = [from[index], from[index + 1], from[index + 2], from[index + 3]];
  const share = axis === 0 ? (value - x1) / (x2 - x1) : (value - y1) / (y2 - y1);
  if (axis === 0) to.push(value, y1 + (y2 - y1) * share);
  else to.push(x1 + (x2 - x1) * share, value);
}

/** The parts of a line within the range. */
export function clipLine(line: readonly number[], axis: Axis, { low, high }: Range): number[][] {
  const parts: number[][] = [];
  let part: number[] = [];
  const finish = () => {
    if (part.length >= 4) parts.push(part);
    part = [];
  };
  for (let index = 0; index + 3 < line.length; index += 2) {
    const [from = 0, to = 0] = [line[index + axis], line[index + axis + 2]];
    if ((from < low && to < low) || (from > high && to > high)) continue;
    if (from < low) addCrossing(part, line, index, axis, low);
    else if (from > high) addCrossing(part, line, index, axis, high);
    else if (part.length === 0) part.push(line[index] ?? 0, line[index + 1] ?? 0);
    if (to < low) addCrossing(part, line, index, axis, low);
    else if (to > high) addCrossing(part, line, index, axis, high);
    else part.push(line[index + 2] ?? 0, line[index + 3] ?? 0);
    if (to < low || to > high) finish();
  }
  finish();
  return parts;
}

/** A ring within the range; parts outside run along its edges. The first point is repeated at the end; empty when nothing is left. */
export function clipRing(ring: readonly number[], axis: Axis, { low, high }: Range): number[] {
  const clipped: number[] = [];
  for (let index = 0; index + 3 < ring.length; index += 2) {
    const [from = 0, to = 0] = [ring[index + axis], ring[index + axis + 2]];
    if (from >= low && from <= high) clipped.push(ring[index] ?? 0, ring[index + 1] ?? 0);
    if (from < low && to > low) addCrossing(clipped, ring, index, axis, low);
    else if (from > high && to < high) addCrossing(clipped, ring, index, axis, high);
    if (to > high && from < high) addCrossing(clipped, ring, index, axis, high);
    else if (to < low && from > low) addCrossing(clipped, ring, index, axis, low);
  }
  if (clipped.length < 6) return [];
  clipped.push(clipped[0] ?? 0, clipped[1] ?? 0);
  return clipped;
}
