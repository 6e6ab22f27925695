/** The parts and holes of an area from its rings, which belong together by their places only. Pure. */

type Point = [lon: number, lat: number];
type Ring = readonly Point[];

/** Twice the size of the ring on a flat map. */
const measureRing = (ring: Ring): number =>
  Math.abs(
    ring.reduce((sum, [x, y], index) => {
      const [nextX, nextY] = ring[(index + 1) % ring.length] ?? [x, y];
      return sum + x * nextY - nextX * y;
    }, 0),
  );

/** Whether a ring goes around a place, once or, where it crosses itself, several times: as the database sees it. */
export function isInRing(ring: Ring, { lat, lon }: { lat: number; lon: number }): boolean {
  let windings = 0;
  let previous = ring.at(-1);
  // A loop: areas have thousands of points, and rings are compared with one another.
  for (const point of ring) {
    if (previous && point[0] > lon !== previous[0] > lon) {
      const share = (lon - point[0]) / (previous[0] - point[0]);
      if (point[1] + share * (previous[1] - point[1]) > lat) windings += point[0] > lon ? 1 : -1;
    }
    previous = point;
  }
  return windings !== 0;
}

/**
 * @param rings of an area: what is in an even number of them is outside
 * @returns the coordinates of a GeoJSON MultiPolygon: each ring that is inside of an odd number of larger ones is a hole of the smallest
 *   of these
 */
export function nestRings(rings: readonly Ring[]): Point[][][] {
  const bySize = rings
    .map((ring) => ({ ring: [...ring], size: measureRing(ring) }))
    .sort((a, b) => b.size - a.size)
    .map(({ ring }) => ring);
  const parts = new Map<Ring, Point[][]>();
  for (const [index, ring] of bySize.entries()) {
    const [[lon, lat] = [0, 0]] = ring;
    const around = bySize.slice(0, index).filter((larger) => isInRing(larger, { lat, lon }));
    // In the usual case it is a part; in a hole it is one again.
    const part = around.length % 2 === 1 ? parts.get(around.at(-1) ?? []) : undefined;
    if (part) part.push(ring);
    else parts.set(ring, [ring]);
  }
  return [...parts.values()];
}
