/** Makes the areas of the sea from the coast and the edges of a box. */
import { clipLine } from '../geometry/clip.ts';
import { computeDoubleArea, isInRing, type Path, type WorldBox } from '../geometry/world.ts';
import { RingIndex } from './ring-index.ts';

/** The sea as far as the coast tells where it is. */
export interface Sea {
  /** The outer ring first, clockwise; then islands, counterclockwise. */
  polygons: Path[][];
  /** Where the extract does not tell what is sea and what is land. */
  unknown: WorldBox[];
}

/** The coast in the plane of the map. */
export interface Coast {
  rings: readonly Path[];
  lines: readonly Path[];
}

/** Ends of the coast up to this share of the box's shorter side from an edge go on to that edge: extracts are seldom rectangles. */
const maxEndShare = 0.1;

/** A part of the coast from edge to edge. Positions on the edge run clockwise from 0 at the top left corner to 4. */
interface Crossing {
  points: number[];
  from: number;
  to: number;
}

const xs = (path: ArrayLike<number>, index: number) => path[2 * index] ?? 0;
const ys = (path: ArrayLike<number>, index: number) => path[2 * index + 1] ?? 0;

class Box {
  readonly #box: WorldBox;

  constructor(box: WorldBox) {
    this.#box = box;
  }

  get shorterSide(): number {
    const { left, right, top, bottom } = this.#box;
    return Math.min(right - left, bottom - top);
  }

  contains(x: number, y: number): boolean {
    const { left, right, top, bottom } = this.#box;
    return x >= left && x <= right && y >= top && y <= bottom;
  }

  clip(line: readonly number[]): number[][] {
    const { left, right, top, bottom } = this.#box;
    const columns = clipLine(line, 0, { low: left, high: right });
    return columns.flatMap((part) => clipLine(part, 1, { low: top, high: bottom }));
  }

  /** The position on the edge that is nearest, and how far away it is. */
  findEdge(x: number, y: number): { position: number; distance: number } {
    const { left, right, top, bottom } = this.#box;
    const [across, down] = [(x - left) / (right - left), (y - top) / (bottom - top)];
    const edges = [
      { position: across, distance: y - top },
      { position: 1 + down, distance: right - x },
      { position: 3 - across, distance: bottom - y },
      { position: 4 - down, distance: x - left },
    ];
    return edges.reduce((nearest, edge) => (edge.distance < nearest.distance ? edge : nearest));
  }

  pointAt(position: number): [x: number, y: number] {
    const { left, right, top, bottom } = this.#box;
    const [side, share] = [Math.floor(position) % 4, position % 1];
    if (side === 0) return [left + share * (right - left), top];
    if (side === 1) return [right, top + share * (bottom - top)];
    if (side === 2) return [right - share * (right - left), bottom];
    return [left, bottom - share * (bottom - top)];
  }

  get ring(): Path {
    const { left, right, top, bottom } = this.#box;
    return Float64Array.of(left, top, right, top, right, bottom, left, bottom, left, top);
  }
}

/** The ring with another first point, which is outside of the box; undefined when all of it is inside. */
function startOutside(ring: Path, box: Box): number[] | undefined {
  const count = ring.length / 2 - 1;
  for (let start = 0; start < count; start++) {
    if (box.contains(xs(ring, start), ys(ring, start))) continue;
    const points = Array.from(ring.subarray(0, 2 * count));
    const turned = [...points.slice(2 * start), ...points.slice(0, 2 * start)];
    return [...turned, xs(ring, start), ys(ring, start)];
  }
  return undefined;
}

/** Where an end of the coast reaches the edge. Adds the area in which that is a guess to `unknown`; undefined when it is too far away. */
function reachEdge(box: Box, x: number, y: number, unknown: WorldBox[]): number | undefined {
  const { position, distance } = box.findEdge(x, y);
  if (distance > maxEndShare * box.shorterSide) return undefined;
  if (distance > 0)
    unknown.push({ left: x - distance, right: x + distance, top: y - distance, bottom: y + distance });
  return position;
}

/** Closes the parts along the edges: from the end of a part, the sea reaches clockwise to the beginning of the next one. */
function closeAlongEdges(crossings: readonly Crossing[], box: Box): Path[] | undefined {
  const events = crossings
    .flatMap((crossing) => [
      { position: crossing.from, crossing, isEnd: false },
      { position: crossing.to, crossing, isEnd: true },
    ])
    .toSorted((a, b) => a.position - b.position || Number(b.isEnd) - Number(a.isEnd));
  const next = new Map<Crossing, Crossing>();
  for (const [index, event] of events.entries()) {
    const following = events[(index + 1) % events.length];
    if (!following || event.isEnd === following.isEnd) return undefined;
    if (event.isEnd) next.set(event.crossing, following.crossing);
  }
  const rings: Path[] = [];
  const waiting = new Set(crossings);
  for (const first of crossings) {
    if (!waiting.has(first)) continue;
    const ring: number[] = [];
    for (let current = first; waiting.delete(current); ) {
      for (const value of current.points) ring.push(value);
      const following = next.get(current) ?? first;
      const end = following.from < current.to ? following.from + 4 : following.from;
      for (const position of [
        current.to,
        ...[1, 2, 3, 4, 5, 6, 7].filter((corner) => corner > current.to && corner < end),
        end,
      ])
        ring.push(...box.pointAt(position));
      current = following;
    }
    ring.push(xs(ring, 0), ys(ring, 0));
    rings.push(Float64Array.from(ring));
  }
  return rings;
}

/** Puts islands into the sea around them. Those on land are left out. */
function addIslands(outer: readonly Path[], islands: readonly Path[]): Path[][] {
  const seas = outer
    .toSorted((a, b) => computeDoubleArea(a) - computeDoubleArea(b))
    .map((ring) => ({ rings: [ring], index: new RingIndex(ring) }));
  for (const island of islands) {
    const around = seas.find(({ index }) => index.contains(xs(island, 0), ys(island, 0)));
    around?.rings.push(island);
  }
  return seas.map(({ rings }) => rings);
}

/** The sea in a box; undefined when the coast contradicts itself or has a gap. */
export function buildSea({ rings, lines }: Coast, edges: WorldBox): Sea | undefined {
  const box = new Box(edges);
  const unknown: WorldBox[] = [];
  const inside: Path[] = [];
  const parts: number[][] = lines.flatMap((line) => box.clip(Array.from(line)));
  for (const ring of rings) {
    const turned = startOutside(ring, box);
    if (turned) parts.push(...box.clip(turned));
    else inside.push(ring);
  }
  const crossings: Crossing[] = [];
  for (const points of parts) {
    const last = points.length / 2 - 1;
    const from = reachEdge(box, xs(points, 0), ys(points, 0), unknown);
    const to = reachEdge(box, xs(points, last), ys(points, last), unknown);
    if (from === undefined || to === undefined) return undefined;
    crossings.push({ points, from, to });
  }
  const closed = closeAlongEdges(crossings, box);
  if (!closed) return undefined;
  const islands = inside.filter((ring) => computeDoubleArea(ring) < 0);
  const basins = inside.filter((ring) => computeDoubleArea(ring) > 0);
  const isInBasin = (island: Path) => basins.some((ring) => isInRing(ring, xs(island, 0), ys(island, 0)));
  if (crossings.length === 0 && islands.some((island) => !isInBasin(island))) closed.push(box.ring);
  return { polygons: addIslands([...closed, ...basins], islands), unknown };
}
