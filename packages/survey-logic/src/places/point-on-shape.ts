/**
 * One position for a line or an area, which is always on the line or in the area. All of it takes linear time, but for sorting what one
 * height crosses. Degrees are used as on a map with straight meridians, as GeoJSON does.
 */

/** A position in degrees. While a shape across the 180th meridian is in one piece, its longitudes are not within -180 to 180. */
export interface Position {
  lon: number;
  lat: number;
}
/** A line, or the outline of an area or hole. */
export type Path = readonly Position[];
/** The outline of an area and those of its holes. */
export type Polygon = readonly Path[];

/** The same longitude from -180 to 180. */
export function normalizeLongitude(lon: number): number {
  if (Math.abs(lon) <= 180) return lon;
  return ((((lon + 180) % 360) + 360) % 360) - 180;
}

const shift = (path: Path, degrees: number): Path =>
  degrees === 0 ? path : path.map(({ lon, lat }) => ({ lon: lon + degrees, lat }));

/** Joins the ends of steps of more than this many degrees across the 180th meridian. */
function unrollSteps(path: Path, maxStep: number): Path {
  let offset = 0;
  let previous = path[0]?.lon ?? 0;
  return path.map(({ lon, lat }) => {
    const step = lon - previous;
    if (Math.abs(step) > maxStep) offset -= Math.sign(step) * 360;
    previous = lon;
    return { lon: lon + offset, lat };
  });
}

interface Box {
  west: number;
  east: number;
  south: number;
  north: number;
}

function boxOf(path: Path): Box {
  const box = { west: Infinity, east: -Infinity, south: Infinity, north: -Infinity };
  for (const { lon, lat } of path) {
    box.west = Math.min(box.west, lon);
    box.east = Math.max(box.east, lon);
    box.south = Math.min(box.south, lat);
    box.north = Math.max(box.north, lat);
  }
  return box;
}

/** Longer steps of an outline may be meant across the 180th meridian: a box of half the world is not. */
const maxOutlineStep = 270;
/** Such an area is lower than this many degrees: a box of the whole world is not. */
const maxUnrolledHeight = 45;

/** An outline in one piece, if its long steps are meant across the 180th meridian. */
function unrollOutline(outline: Path): Path {
  const [first] = outline;
  if (!first) return outline;
  const closed = unrollSteps([...outline, first], maxOutlineStep);
  const { west, east, south, north } = boxOf(closed);
  const isMeant = closed.at(-1)?.lon === first.lon && east > west && north - south <= maxUnrolledHeight;
  return isMeant ? closed : outline;
}

function unrollPolygon([outline = [], ...holes]: Polygon): Polygon {
  const unrolled = unrollOutline(outline);
  const { west, east } = boxOf(unrolled);
  const unrolledHoles = holes.map((hole) => {
    const path = unrollOutline(hole);
    const box = boxOf(path);
    const middle = (box.west + box.east) / 2;
    return shift(path, middle < west ? 360 : middle > east ? -360 : 0);
  });
  return [unrolled, ...unrolledHoles];
}

/** Degrees within which two positions are the same: about a centimetre. */
const epsilon = 1e-7;

/** How many degrees each part is moved, so that what is cut at the 180th meridian is in one piece again; null if nothing is cut. */
function findShifts(boxes: readonly Box[]): number[] | null {
  const isAtEast = boxes.some(({ east }) => Math.abs(east - 180) < epsilon);
  const isAtWest = boxes.some(({ west }) => Math.abs(west + 180) < epsilon);
  if (!isAtEast || !isAtWest) return null;
  const shifts = boxes.map(({ west, east }) => (west + east < 0 ? 360 : 0));
  let [first, last] = [Infinity, -Infinity];
  for (const [at, { west, east }] of boxes.entries()) {
    first = Math.min(first, west + (shifts[at] ?? 0));
    last = Math.max(last, east + (shifts[at] ?? 0));
  }
  // What goes around the whole earth is not cut there.
  return last - first < 360 - epsilon ? shifts : null;
}

/** Degrees of latitude that a step is long. */
const lengthOf = (from: Position, to: Position): number =>
  Math.hypot((to.lon - from.lon) * Math.cos(((from.lat + to.lat) * Math.PI) / 360), to.lat - from.lat);

/**
 * The position halfway along lines. A step of more than 180 degrees of longitude goes the other way around the earth.
 * @returns null without a position
 */
export function findPlaceOnLines(lines: readonly Path[]): Position | null {
  const unrolled = lines.map((line) => unrollSteps(line, 180));
  const shifts = findShifts(unrolled.map(boxOf));
  const paths = shifts ? unrolled.map((line, at) => shift(line, shifts[at] ?? 0)) : unrolled;
  let total = 0;
  for (const path of paths) for (const [at, to] of path.entries()) total += lengthOf(path[at - 1] ?? to, to);
  let rest = total / 2;
  for (const path of paths)
    for (const [at, to] of path.entries()) {
      const from = path[at - 1] ?? to;
      const length = lengthOf(from, to);
      if (length >= rest) {
        const share = length === 0 ? 0 : rest / length;
        const lon = normalizeLongitude(from.lon + (to.lon - from.lon) * share);
        return { lon, lat: from.lat + (to.lat - from.lat) * share };
      }
      rest -= length;
    }
  return null;
}

/** Twice the area within an outline, in square degrees of latitude. */
function areaOf(outline: Path): number {
  let sum = 0;
  let previous = outline.at(-1);
  for (const position of outline) {
    if (previous) sum += previous.lon * position.lat - position.lon * previous.lat;
    previous = position;
  }
  const { south, north } = boxOf(outline);
  return Math.abs(sum) * Math.cos(((south + north) * Math.PI) / 360);
}

/** Longitudes between which something is within an area. */
interface Span {
  west: number;
  east: number;
}

/** What is within an area, and not in a hole, at a latitude. */
function findSpans(polygon: Polygon, lat: number): Span[] {
  const crossings: number[] = [];
  for (const path of polygon) {
    let from = path.at(-1);
    for (const to of path) {
      if (from && from.lat > lat !== to.lat > lat)
        crossings.push(from.lon + ((lat - from.lat) / (to.lat - from.lat)) * (to.lon - from.lon));
      from = to;
    }
  }
  crossings.sort((a, b) => a - b);
  const spans: Span[] = [];
  for (let at = 0; at + 1 < crossings.length; at += 2)
    spans.push({ west: crossings[at] ?? 0, east: crossings[at + 1] ?? 0 });
  return spans;
}

/** The widest span, after those that touch each other are joined. */
function findWidestSpan(spans: Span[]): Span | null {
  let widest: Span | null = null;
  let last: Span | null = null;
  for (const { west, east } of spans.sort((a, b) => a.west - b.west)) {
    if (last && west <= last.east + epsilon) last = { west: last.west, east: Math.max(last.east, east) };
    else last = { west, east };
    if (!widest || last.east - last.west > widest.east - widest.west) widest = last;
  }
  return widest;
}

/** The middle between two neighbouring latitudes of an area, around the given one: no corner is there, and no straight border. */
function avoidCorners(polygon: Polygon, lat: number): number {
  let [below, above] = [-Infinity, Infinity];
  for (const path of polygon)
    for (const corner of path)
      if (corner.lat <= lat) below = Math.max(below, corner.lat);
      else above = Math.min(above, corner.lat);
  return Number.isFinite(below) && Number.isFinite(above) ? (below + above) / 2 : lat;
}

/** Heights at which a place is looked for, as shares of the height of an area, and the share of its width that is enough. */
const heights = [0.5, 0.25, 0.75, 0.1, 0.9];
const enoughWidth = 0.1;

/**
 * The polygon of rings of which nobody says which are outlines and which are holes: a place in an odd number of them is within. The largest
 * one is an outline.
 */
export function toPolygon(rings: readonly Path[]): Polygon {
  const [first, ...others] = rings
    .map((ring) => ({ ring, area: areaOf(ring) }))
    .sort((a, b) => b.area - a.area)
    .map(({ ring }) => ring);
  return first ? [first, ...others] : [];
}

/**
 * A position within the largest of several areas, and in none of its holes: the middle of a wide span at half its height. Areas that are
 * cut at the 180th meridian are one.
 * @returns a position of the outline if nothing is within it; null without a position
 */
export function findPlaceInAreas(polygons: readonly Polygon[]): Position | null {
  const unrolled = polygons.map(unrollPolygon);
  const shifts = findShifts(unrolled.map(([outline = []]) => boxOf(outline)));
  const parts = shifts
    ? unrolled.map((polygon, at) => polygon.map((path) => shift(path, shifts[at] ?? 0)))
    : unrolled;
  let largest: Polygon = [];
  let largestArea = -1;
  for (const part of parts) {
    const area = areaOf(part[0] ?? []);
    if (area > largestArea) [largest, largestArea] = [part, area];
  }
  const outline = largest[0] ?? [];
  const { west, east, south, north } = boxOf(outline);
  let best: { span: Span; lat: number } | null = null;
  for (const height of heights) {
    const lat = avoidCorners(largest, south + (north - south) * height);
    const span = findWidestSpan((shifts ? parts : [largest]).flatMap((part) => findSpans(part, lat)));
    if (!span || (best && span.east - span.west <= best.span.east - best.span.west)) continue;
    best = { span, lat };
    if (span.east - span.west >= (east - west) * enoughWidth) break;
  }
  if (best) return { lon: normalizeLongitude((best.span.west + best.span.east) / 2), lat: best.lat };
  const [first] = outline;
  return first ? { lon: normalizeLongitude(first.lon), lat: first.lat } : null;
}
