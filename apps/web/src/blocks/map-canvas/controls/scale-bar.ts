const EARTH_CIRCUMFERENCE_METERS = 40_075_016.686;
/** Size in pixels of the world at zoom 0 in the map library. */
const WORLD_PIXELS = 512;
/** The bar is at least half as long as it may be: its text has room. */
const ROUND_STEPS = [1, 2, 3, 5];

/** Meters that one pixel covers in web mercator at a latitude. */
export function computeMetersPerPixel(lat: number, zoom: number): number {
  const cosine = Math.cos((lat * Math.PI) / 180);
  return (EARTH_CIRCUMFERENCE_METERS * cosine) / (WORLD_PIXELS * 2 ** zoom);
}

/** The longest distance of 1, 2, 3 or 5 times a power of ten that fits, in meters and in pixels. */
export function computeScaleBar(metersPerPx: number, maxPixels: number): { meters: number; pixels: number } {
  const maxMeters = metersPerPx * maxPixels;
  const power = 10 ** Math.floor(Math.log10(maxMeters));
  const factor = ROUND_STEPS.findLast((n) => n * power <= maxMeters) ?? 1;
  const meters = factor * power;
  return { meters, pixels: meters / metersPerPx };
}
