/** Simplified outlines of areas, which maps show. Pure. */
import type { AreaGeometry } from '@waypost/contract/areas/areas';
import { measurePoints } from '../kernel/geometry/simplify.ts';

type Ring = [lon: number, lat: number][];

/** The coordinates of a GeoJSON MultiPolygon. */
export type Outline = Ring[][];

/** Points of an outline. */
const maxPoints = 300;
/** Parts and holes of an outline. */
const maxRings = 40;
/** Parts, holes and details that are smaller than this share of the area are left out. */
const smallestRing = 1 / 200;
const smallestDetail = 1 / 2000;

function measureDiagonal(rings: readonly Ring[]): number {
  let [west, south, east, north] = [180, 90, -180, -90];
  for (const [lon, lat] of rings.flat()) {
    west = Math.min(west, lon);
    south = Math.min(south, lat);
    east = Math.max(east, lon);
    north = Math.max(north, lat);
  }
  return Math.hypot(east - west, north - south);
}

const toRing = (positions: readonly (readonly number[])[]): Ring => {
  const ring = positions.map(([lon = 0, lat = 0]): Ring[number] => [lon, lat]);
  const [first, last] = [ring[0], ring.at(-1)];
  return first && last && (first[0] !== last[0] || first[1] !== last[1]) ? [...ring, first] : ring;
};

/** The largest parts with their largest holes. The largest part always stays. */
function selectRings(polygons: readonly Ring[][], diagonal: number): Outline {
  const measure = (ring: Ring | undefined) => (ring ? measureDiagonal([ring]) : 0);
  const parts = [...polygons].sort((a, b) => measure(b[0]) - measure(a[0])).slice(0, maxRings);
  const large = parts.filter(([outer], index) => index === 0 || measure(outer) >= diagonal * smallestRing);
  let left = maxRings - large.length;
  return large.map(([outer = [], ...holes]) => {
    const kept = holes
      .filter((hole) => measure(hole) >= diagonal * smallestRing)
      .sort((a, b) => measure(b) - measure(a))
      .slice(0, Math.max(0, left));
    left -= kept.length;
    return [outer, ...kept];
  });
}

/** An outline of at most about 300 points: those whose absence would show most. */
export function simplifyOutline({ type, coordinates }: AreaGeometry): Outline {
  const polygons = (type === 'Polygon' ? [coordinates] : coordinates).map((polygon) => polygon.map(toRing));
  const diagonal = measureDiagonal(polygons.flat());
  const decimals = Math.min(7, Math.max(1, Math.ceil(-Math.log10(diagonal * smallestDetail || 1e-6))));
  const round = (degrees: number) => Number(degrees.toFixed(decimals));
  const outline = selectRings(polygons, diagonal);
  const measures = new Map(
    outline.flat().map((ring) => [ring, measurePoints(Float64Array.from(ring.flat()), true)]),
  );
  const byMeasure = [...measures.values()].flatMap((ring) => [...ring]).sort((a, b) => b - a);
  const limit = Math.max(byMeasure[maxPoints] ?? 0, (diagonal * smallestDetail) ** 2);
  return outline.map((polygon) =>
    polygon.map((ring) =>
      ring
        .filter((_, index) => (measures.get(ring)?.[index] ?? 0) >= limit)
        .map(([lon, lat]): Ring[number] => [round(lon), round(lat)]),
    ),
  );
}
