/** The places in a post's answers, for moving them on the map. Pure. */
import type { Post } from '@waypost/contract/posts/posts';
import type { Bounds, LatLon } from '../../../blocks/map-canvas/map-types.ts';

/** The lowest zoom at which a single place is shown: its region is recognizable. */
export const singlePlaceZoom = 8;

/** An answer that is a place. */
export interface PostPlace {
  /** Key of the attribute. */
  key: string;
  /** Index among the answers of the attribute. */
  index: number;
  at: LatLon;
}

const isLatLon = (value: unknown): value is LatLon =>
  typeof value === 'object' &&
  value !== null &&
  'lat' in value &&
  'lon' in value &&
  typeof value.lat === 'number' &&
  typeof value.lon === 'number';

/** In the API format, a post without answers has an empty array instead of an object. */
const getAnswers = ({ values }: Pick<Post, 'values'>): Record<string, readonly unknown[]> =>
  Array.isArray(values) ? {} : values;

/** All answers of a post that are places. */
export const findPostPlaces = (post: Pick<Post, 'values'>): PostPlace[] =>
  Object.entries(getAnswers(post)).flatMap(([key, answers]) =>
    answers.flatMap((answer, index) =>
      isLatLon(answer) ? [{ key, index, at: { lat: answer.lat, lon: answer.lon } }] : [],
    ),
  );

/** Bounding box of places; null when there are none. */
export function computePlaceBounds(places: readonly LatLon[]): Bounds | null {
  if (places.length === 0) return null;
  const lats = places.map((place) => place.lat);
  const lons = places.map((place) => place.lon);
  return [Math.min(...lons), Math.min(...lats), Math.max(...lons), Math.max(...lats)];
}

/** All answers with the moved places. Answers that are not sent would be deleted. */
export function replacePlaces(
  post: Pick<Post, 'values'>,
  places: readonly PostPlace[],
): Record<string, unknown[]> {
  const findMovedPoint = (key: string, index: number) =>
    places.find((place) => place.key === key && place.index === index)?.at;
  return Object.fromEntries(
    Object.entries(getAnswers(post)).map(([key, answers]) => [
      key,
      answers.map((answer, index) => findMovedPoint(key, index) ?? answer),
    ]),
  );
}
