/** The places among a post's answers, to be moved on the map. Pure. */
import type { Post } from '@waypost/contract/posts';
import type { Bounds, LatLon } from '../../blocks/map-canvas/map-types.ts';

/** One answer that is a place. */
export interface NamedPlace {
  /** Of the attribute. */
  key: string;
  /** Among its answers. */
  index: number;
  at: LatLon;
}

const isPlace = (it: unknown): it is LatLon =>
  typeof it === 'object' &&
  it !== null &&
  'lat' in it &&
  'lon' in it &&
  typeof it.lat === 'number' &&
  typeof it.lon === 'number';

/** A post without answers has an empty list of them on the wire. */
const answersOf = ({ values }: Pick<Post, 'values'>): Record<string, readonly unknown[]> =>
  Array.isArray(values) ? {} : values;

export const placesIn = (post: Pick<Post, 'values'>): NamedPlace[] =>
  Object.entries(answersOf(post)).flatMap(([key, answers]) =>
    answers.flatMap((it, index) => (isPlace(it) ? [{ key, index, at: { lat: it.lat, lon: it.lon } }] : [])),
  );

/** The box around them; null when there are none. */
export function boundsOfPlaces(places: readonly LatLon[]): Bounds | null {
  if (places.length === 0) return null;
  const lats = places.map((it) => it.lat);
  const lons = places.map((it) => it.lon);
  return [Math.min(...lons), Math.min(...lats), Math.max(...lons), Math.max(...lats)];
}

/** All answers, those places moved: answers that are not sent again would be gone. */
export function withPlaces(
  post: Pick<Post, 'values'>,
  places: readonly NamedPlace[],
): Record<string, unknown[]> {
  const moved = (key: string, index: number) => places.find((it) => it.key === key && it.index === index)?.at;
  return Object.fromEntries(
    Object.entries(answersOf(post)).map(([key, answers]) => [
      key,
      answers.map((it, index) => moved(key, index) ?? it),
    ]),
  );
}
