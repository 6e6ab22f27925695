/** The rings of outlines: of GeoJSON, and as they are stored. Pure. */
import type { AreaGeometry } from '@waypost/contract/areas/areas';

type Ring = readonly (readonly number[])[];

/** The parts and holes of an outline. */
export const listRings = ({ type, coordinates }: AreaGeometry): readonly Ring[] =>
  type === 'Polygon' ? coordinates : coordinates.flat();

/** As text of the type `polygon`. */
export const formatRing = (ring: Ring): string =>
  `(${ring.map(([lon, lat]) => `(${lon},${lat})`).join(',')})`;

/** Without the last point where it repeats the first one. */
export function openRing<Point extends readonly number[]>(ring: readonly Point[]): readonly Point[] {
  const [first, last] = [ring[0], ring.at(-1)];
  return ring.length > 1 && first && last && first[0] === last[0] && first[1] === last[1]
    ? ring.slice(0, -1)
    : ring;
}

/** Whether two outlines have the same rings, in any order. */
export function areSameRings(a: readonly Ring[], b: readonly Ring[]): boolean {
  const toText = (rings: readonly Ring[]) =>
    rings
      .map((ring) => formatRing(openRing(ring)))
      .sort()
      .join(' ');
  return toText(a) === toText(b);
}
