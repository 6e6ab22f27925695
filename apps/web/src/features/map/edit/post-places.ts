/** The places in a post's answers, for moving them on the map. Pure. */
import type { Post } from '@waypost/contract/posts/posts';
import type { Bounds, LatLon } from '../../../blocks/map-canvas/map-types.ts';

/** An answer that is a place. */
export interface PostPlace {
  /** Key of the attribute. */
  key: string;
  /** Index among the answers of the attribute. */
  index: number;
  at: LatLon;
}

const isLatLon = (it: unknown): it is LatLon =>
  typeof it === 'object' &&
  it !== null &&
  'lat' in it &&
  'lon' in it &&
  typeof it.lat === 'number' &&
  typeof it.lon === 'number';

/** In the API format, a post without answers has an empty array instead of an object. */
const getAnswers = ({ values }: Pick<Post, 'values'>): Record<string, readonly unknown[]> =>
  Array.isArray(values) ? {} : values;

export const findPostPlaces = (post: Pick<Post, 'values'>): PostPlace[] =>
  Object.entries(getAnswers(post)).flatMap(([key, answers]) =>
    answers.flatMap((it, index) => (isLatLon(it) ? [{ key, index, at: { lat: it.lat, lon: it.lon } }] : [])),
  );

/** Bounding box of places; null when there are none. */
export function computePlaceBounds(places: readonly LatLon[]): Bounds | null {
  if (places.length === 0) return null;
  const lats = places.map((it) => it.lat);
  const lons = places.map((it) => it.lon);
  return [Math.min(...lons), Math.min(...lats), Math.max(...lons), Math.max(...lats)];
}

/** All answers with the moved places. Answers that are not sent would be deleted. */
export function replacePlaces(
  post: Pick<Post, 'values'>,
  places: readonly PostPlace[],
): Record<string, unknown[]> {
  const moved = (key: string, index: number) => places.find((it) => it.key === key && it.index === index)?.at;
  return Object.fromEntries(
    Object.entries(getAnswers(post)).map(([key, answers]) => [
      key,
      answers.map((it, index) => moved(key, index) ?? it),
    ]),
  );
}
