/** Joins lines that continue one another: a street is many ways, and its name needs the length of them all. */
import type { TilePath } from './tile-parts.ts';

/** Coordinates of tiles are between -32,768 and 32,767. */
const pointKey = (line: TilePath, index: number) =>
  (line.at(index) ?? 0) * 65_536 + (line.at(index + 1) ?? 0);
const startOf = (line: TilePath) => pointKey(line, 0);
const endOf = (line: TilePath) => pointKey(line, -2);

/** One line for lines that each begin where the one before ends. */
function join(lines: readonly TilePath[]): TilePath {
  const [first] = lines;
  if (first && lines.length === 1) return first;
  const joined: TilePath = [];
  for (const line of lines) {
    // The point that it begins with is there already.
    joined.length = Math.max(0, joined.length - 2);
    for (const number of line) joined.push(number);
  }
  return joined;
}

/** Joins each line to one that begins where it ends. */
export function mergeLines(lines: readonly TilePath[]): TilePath[] {
  const byStart = new Map<number, TilePath[]>();
  const byEnd = new Map<number, TilePath[]>();
  const chains = new Set<TilePath[]>();
  for (const line of lines) {
    const [start, end] = [startOf(line), endOf(line)];
    const before = byEnd.get(start);
    const chain = before ?? [line];
    if (before) {
      byEnd.delete(start);
      before.push(line);
    } else chains.add(chain);
    const after = byStart.get(end);
    if (after && after !== chain) {
      byStart.delete(end);
      chains.delete(after);
      for (const next of after) chain.push(next);
    }
    const [first = line, last = line] = [chain[0], chain.at(-1)];
    byStart.set(startOf(first), chain);
    byEnd.set(endOf(last), chain);
  }
  return Array.from(chains, join);
}

/** Length in units. */
export function measureLine(line: TilePath): number {
  let length = 0;
  for (let index = 0; index + 3 < line.length; index += 2)
    length += Math.hypot(
      (line[index + 2] ?? 0) - (line[index] ?? 0),
      (line[index + 3] ?? 0) - (line[index + 1] ?? 0),
    );
  return length;
}
