/** Joins lines that continue one another: a street is many ways, and its name needs the length of them all. */

type Line = number[];

const pointKey = (line: Line, index: number) => `${line.at(index)},${line.at(index + 1)}`;
const startOf = (line: Line) => pointKey(line, 0);
const endOf = (line: Line) => pointKey(line, -2);

/** Joins each line to one that begins where it ends. */
export function mergeLines(lines: readonly Line[]): Line[] {
  const byStart = new Map<string, Line>();
  const byEnd = new Map<string, Line>();
  const remove = (line: Line) => {
    if (byStart.get(startOf(line)) === line) byStart.delete(startOf(line));
    if (byEnd.get(endOf(line)) === line) byEnd.delete(endOf(line));
  };
  const merged = new Set<Line>();
  for (const original of lines) {
    let line = original;
    const before = byEnd.get(startOf(line));
    if (before) {
      remove(before);
      merged.delete(before);
      line = [...before, ...line.slice(2)];
    }
    const after = byStart.get(endOf(line));
    if (after && after !== line) {
      remove(after);
      merged.delete(after);
      line = [...line, ...after.slice(2)];
    }
    merged.add(line);
    byStart.set(startOf(line), line);
    byEnd.set(endOf(line), line);
  }
  return [...merged];
}

/** Length in units. */
export function measureLine(line: Line): number {
  let length = 0;
  for (let index = 0; index + 3 < line.length; index += 2)
    length += Math.hypot(
      (line[index + 2] ?? 0) - (line[index] ?? 0),
      (line[index + 3] ?? 0) - (line[index + 1] ?? 0),
    );
  return length;
}
