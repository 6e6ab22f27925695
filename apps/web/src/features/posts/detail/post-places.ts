/** The places in a post's answers. Pure. */

import type { Point, Post } from '@waypost/contract/posts/posts';
import type { Attribute } from '@waypost/contract/surveys/attributes';
import { findAnswers } from '@waypost/survey-logic/validate-answers';

const isPoint = (it: unknown): it is Point =>
  typeof it === 'object' &&
  it !== null &&
  'lat' in it &&
  'lon' in it &&
  typeof it.lat === 'number' &&
  typeof it.lon === 'number';

export function findPlaces({ values }: Pick<Post, 'values'>, attributes: readonly Attribute[]): Point[] {
  if (Array.isArray(values)) return [];
  return attributes
    .filter((it) => it.type === 'point')
    .flatMap((it) => findAnswers(values, it.key).filter(isPoint));
}

/** Bounding box of places; null when there are none. */
export function computeBounds(places: readonly Point[]): readonly [number, number, number, number] | null {
  if (places.length === 0) return null;
  const lons = places.map((it) => it.lon);
  const lats = places.map((it) => it.lat);
  return [Math.min(...lons), Math.min(...lats), Math.max(...lons), Math.max(...lats)];
}
