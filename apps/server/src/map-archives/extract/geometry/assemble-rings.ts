/** Joins ways into rings, and rings into polygons with holes. */
import { computeBox, computeDoubleArea, isInRing, type Path, type WorldBox } from './world.ts';

/** Nodes of a way by their numbers. */
export type WayNodes = ArrayLike<number>;

/** Joins ways at their ends. Rings that do not close are left out. @returns the nodes of each ring, the first one repeated at the end */
export function joinRings(ways: readonly WayNodes[]): number[][] {
  const waysByEnd = new Map<number, Set<number>>();
  const endsOf = (way: WayNodes) => [way[0] ?? -1, way[way.length - 1] ?? -1] as const;
  ways.forEach((way, index) => {
    for (const end of endsOf(way)) {
      const atEnd = waysByEnd.get(end) ?? new Set();
      waysByEnd.set(end, atEnd.add(index));
    }
  });
  const take = (index: number, way: WayNodes) => {
    for (const end of endsOf(way)) waysByEnd.get(end)?.delete(index);
  };
  const rings: number[][] = [];
  const used = new Set<number>();
  ways.forEach((first, firstIndex) => {
    if (used.has(firstIndex) || first.length < 2) return;
    used.add(firstIndex);
    take(firstIndex, first);
    const ring = Array.from(first);
    while (ring[0] !== ring.at(-1)) {
      const end = ring.at(-1) ?? -1;
      const [index] = waysByEnd.get(end) ?? [];
      const next = index === undefined ? undefined : ways[index];
      if (index === undefined || !next) break;
      used.add(index);
      take(index, next);
      const nodes = Array.from(next);
      if (nodes[0] !== end) nodes.reverse();
      for (const node of nodes.slice(1)) ring.push(node);
    }
    if (ring.length >= 4 && ring[0] === ring.at(-1)) rings.push(ring);
  });
  return rings;
}

/** The ring in the direction, which changes it. */
function turn(ring: Path, isClockwise: boolean): Path {
  if (computeDoubleArea(ring) > 0 === isClockwise) return ring;
  for (let start = 0, end = ring.length - 2; start < end; start += 2, end -= 2) {
    const [x = 0, y = 0] = [ring[start], ring[start + 1]];
    ring[start] = ring[end] ?? 0;
    ring[start + 1] = ring[end + 1] ?? 0;
    ring[end] = x;
    ring[end + 1] = y;
  }
  return ring;
}

/** A polygon of one ring. */
export const buildPolygon = (ring: Path): Path[] => [turn(ring, true)];

interface MeasuredRing {
  ring: Path;
  area: number;
  box: WorldBox;
  /** Rings that contain this one. */
  depth: number;
  parent: MeasuredRing | undefined;
}

const isInBox = (inner: WorldBox, outer: WorldBox) =>
  inner.left >= outer.left &&
  inner.right <= outer.right &&
  inner.top >= outer.top &&
  inner.bottom <= outer.bottom;

/** Whether one ring contains another: by points of it, since the rings may touch one another. */
function contains(outer: MeasuredRing, inner: MeasuredRing): boolean {
  if (!isInBox(inner.box, outer.box)) return false;
  let [inside, outside] = [0, 0];
  const step = 2 * Math.max(1, Math.floor(inner.ring.length / 2 / 8));
  for (let index = 0; index + 3 < inner.ring.length; index += step) {
    // The middles of sides touch another ring less often than the corners.
    const x = ((inner.ring[index] ?? 0) + (inner.ring[index + 2] ?? 0)) / 2;
    const y = ((inner.ring[index + 1] ?? 0) + (inner.ring[index + 3] ?? 0)) / 2;
    if (isInRing(outer.ring, x, y)) inside++;
    else outside++;
  }
  return inside > outside;
}

/** More rings of one polygon are not compared with one another: all are outer ones. */
const maxComparedRings = 5000;

/**
 * Groups rings into polygons by what contains what; roles of a relation are often wrong.
 * @returns polygons with the outer ring first
 */
export function groupRings(rings: readonly Path[]): Path[][] {
  if (rings.length > maxComparedRings) return rings.map(buildPolygon);
  const measured = rings
    .map(
      (ring): MeasuredRing => ({
        ring,
        area: Math.abs(computeDoubleArea(ring)),
        box: computeBox(ring),
        depth: 0,
        parent: undefined,
      }),
    )
    .filter(({ area }) => area > 0)
    .toSorted((a, b) => b.area - a.area);
  const polygons = new Map<MeasuredRing, Path[]>();
  measured.forEach((ring, index) => {
    // The smallest one that contains it.
    ring.parent = measured.slice(0, index).findLast((other) => contains(other, ring));
    ring.depth = ring.parent ? ring.parent.depth + 1 : 0;
    const outer = ring.depth % 2 === 1 ? ring.parent : undefined;
    if (outer) polygons.get(outer)?.push(turn(ring.ring, false));
    else polygons.set(ring, [turn(ring.ring, true)]);
  });
  return [...polygons.values()];
}
