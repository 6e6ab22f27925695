/** What the rings of an area must be, beyond having points in degrees. The server and the forms share it. Pure. */

type Ring = readonly (readonly [lon: number, lat: number, ...unknown[]])[];

/** About 0.1 mm. Sizes of much smaller boxes are too small for the index of the database. */
const steps = 1e9;

/** With nine decimals. */
export const roundDegrees = (degrees: number): number => Math.round(degrees * steps) / steps;

/** Whether a line is shorter across the 180th meridian, where it does not go; edges of the whole world are not. */
export const hasLongLine = (ring: Ring): boolean =>
  ring.some(([lon], index) => {
    const span = Math.abs(lon - (ring[(index + 1) % ring.length]?.[0] ?? lon));
    return span > 180 && span < 360;
  });

/** Whether a ring is more than a point or a line. One that crosses itself, with the same size on both sides, counts as a line. */
export function hasInside(ring: Ring): boolean {
  const [start] = ring;
  if (!start) return false;
  let [doubleArea, length] = [0, 0];
  let [previousX, previousY] = [0, 0];
  for (const [lon, lat] of ring) {
    // From the first point, since differences of large numbers are not exact.
    const [x, y] = [lon - start[0], lat - start[1]];
    doubleArea += previousX * y - x * previousY;
    length = Math.max(length, Math.abs(x), Math.abs(y));
    [previousX, previousY] = [x, y];
  }
  // A line whose points are rounded is a strip.
  return Math.abs(doubleArea) > (2 * length) / steps;
}
