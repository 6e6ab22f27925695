/** Posts and surveys of a deployment to ask for, as a visitor sees them. */
import type { Attribute } from '@waypost/contract/attributes';
import type { Stats } from '@waypost/contract/stats';
import type { Survey } from '@waypost/contract/surveys';
import { clientQuery } from './queries.ts';
import { askJson, type Site } from './site.ts';

export interface Place {
  lat: number;
  lon: number;
}

const page = 20;
const pages = 5;

/** Pages spread over the newer half of the list. */
async function* spreadPages<T>(site: Site, path: string): AsyncGenerator<T> {
  const step = Math.floor(site.deployment.size.posts / 2 / pages);
  for (let at = 0; at < pages; at++)
    yield await askJson<T>(
      site,
      'visitor',
      `${path}?${clientQuery('map')}&limit=${page}&offset=${at * step}`,
    );
}

/** @throws when there are none */
export async function somePosts(site: Site): Promise<{ id: number }[]> {
  const posts: { id: number }[] = [];
  for await (const { results } of spreadPages<{ results: { id: number }[] }>(site, '/posts'))
    posts.push(...results);
  if (posts.length === 0) throw new Error('a visitor sees no post');
  return posts;
}

interface Features {
  features: { geometry: { geometries: { type: string; coordinates: [lon: number, lat: number] }[] } }[];
}

/** Where such posts are. */
export async function somePlaces(site: Site): Promise<Place[]> {
  const places: Place[] = [];
  for await (const { features } of spreadPages<Features>(site, '/posts/geojson')) {
    const geometries = features.flatMap((it) => it.geometry.geometries);
    for (const { type, coordinates } of geometries)
      if (type === 'Point') places.push({ lon: coordinates[0], lat: coordinates[1] });
  }
  return places;
}

/** Ids of the categories that posts have, the commonest first. @throws when no post has one */
export async function someCategories(site: Site): Promise<number[]> {
  const { totals } = await askJson<Stats>(site, 'visitor', '/posts/stats?group_by=tags&group_by_tags=all');
  const ids = (totals[0]?.values ?? []).flatMap((row) => ('id' in row ? (row.id ?? []) : []));
  if (ids.length === 0) throw new Error('no post has a category');
  return ids;
}

export interface OpenSurvey {
  id: number;
  attributes: Attribute[];
}

/** The first survey that is open to everybody and asks for a place. @throws when there is none */
export async function openSurvey(site: Site): Promise<OpenSurvey> {
  const surveys = await askJson<{ results: Survey[] }>(site, 'visitor', '/forms?orderby=id&order=asc');
  for (const { id } of surveys.results.filter((it) => it.everyone_can_create && !it.disabled)) {
    const url = `/forms/${id}/attributes?limit=200`;
    const { results } = await askJson<{ results: Attribute[] }>(site, 'visitor', url);
    if (results.some(({ type }) => type === 'point')) return { id, attributes: results };
  }
  throw new Error('no survey that a visitor may answer asks for a place');
}
