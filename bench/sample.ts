/** Sample posts and surveys, as a visitor sees them. */

import type { Stats } from '@waypost/contract/browse/stats';
import type { Attribute } from '@waypost/contract/surveys/attributes';
import type { Survey } from '@waypost/contract/surveys/surveys';
import { defaultClientQuery } from './queries.ts';
import { requestJson, type Site } from './site.ts';

export interface Place {
  lat: number;
  lon: number;
}

const pageSize = 20;
const pageCount = 5;

/** Pages spread over the newer half of the list. */
async function* spreadPages<T>(site: Site, path: string): AsyncGenerator<T> {
  const step = Math.floor(site.deployment.size.posts / 2 / pageCount);
  for (let at = 0; at < pageCount; at++)
    yield await requestJson<T>(
      site,
      'visitor',
      `${path}?${defaultClientQuery('map')}&limit=${pageSize}&offset=${at * step}`,
    );
}

/** @throws when there are none */
export async function samplePosts(site: Site): Promise<{ id: number }[]> {
  const posts: { id: number }[] = [];
  for await (const { results } of spreadPages<{ results: { id: number }[] }>(site, '/posts'))
    posts.push(...results);
  if (posts.length === 0) throw new Error('a visitor sees no post');
  return posts;
}

interface Features {
  features: { geometry: { geometries: { type: string; coordinates: [lon: number, lat: number] }[] } }[];
}

/** Places of sample posts. */
export async function samplePlaces(site: Site): Promise<Place[]> {
  const places: Place[] = [];
  for await (const { features } of spreadPages<Features>(site, '/posts/geojson')) {
    const geometries = features.flatMap((it) => it.geometry.geometries);
    for (const { type, coordinates } of geometries)
      if (type === 'Point') places.push({ lon: coordinates[0], lat: coordinates[1] });
  }
  return places;
}

/** Ids of the categories of posts, most frequent first. @throws if there are none */
export async function sampleCategories(site: Site): Promise<number[]> {
  const { totals } = await requestJson<Stats>(
    site,
    'visitor',
    '/posts/stats?group_by=tags&group_by_tags=all',
  );
  const ids = (totals[0]?.values ?? []).flatMap((row) => ('id' in row ? (row.id ?? []) : []));
  if (ids.length === 0) throw new Error('no post has a category');
  return ids;
}

export interface OpenSurvey {
  id: number;
  attributes: Attribute[];
}

/** The first survey that is open to everybody and has a place. @throws if there is none */
export async function findOpenSurvey(site: Site): Promise<OpenSurvey> {
  const surveys = await requestJson<{ results: Survey[] }>(site, 'visitor', '/forms?orderby=id&order=asc');
  for (const { id } of surveys.results.filter((it) => it.everyone_can_create && !it.disabled)) {
    const url = `/forms/${id}/attributes?limit=200`;
    const { results } = await requestJson<{ results: Attribute[] }>(site, 'visitor', url);
    if (results.some(({ type }) => type === 'point')) return { id, attributes: results };
  }
  throw new Error('no survey that a visitor may answer asks for a place');
}
