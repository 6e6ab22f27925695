/** Outlines of a file with fewer points, for a map. */
import type { AreaFeature } from '@waypost/contract/areas/area-outlines';
import type { AreaGeometry } from '@waypost/contract/areas/areas';

type Outline = AreaFeature['geometry']['coordinates'];

/** Points of all areas together. */
const maxPoints = 150_000;

/**
 * Every n-th point of an outline, and the corners of small parts. The server selects points with more care, for which a browser would
 * need many seconds.
 * @param areas number of areas of the file
 */
export function sampleOutline({ type, coordinates }: AreaGeometry, areas: number): Outline {
  const polygons = type === 'Polygon' ? [coordinates] : coordinates;
  const points = polygons.flat().reduce((sum, ring) => sum + ring.length, 0);
  const step = Math.max(1, Math.ceil((points * areas) / maxPoints));
  return polygons.map((polygon) =>
    polygon.map((ring) => {
      const ownStep = Math.max(1, Math.min(step, Math.floor(ring.length / 4)));
      return ring
        .filter((_, index) => index % ownStep === 0 || index === ring.length - 1)
        .map(([lon, lat]): [number, number] => [lon, lat]);
    }),
  );
}
