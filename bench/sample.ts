/** Posts of a deployment to ask for: from its newest to its older ones, as a visitor sees them. */
import { clientQuery } from './queries.ts';
import { askJson, type Site } from './site.ts';

export interface Place {
  lat: number;
  lon: number;
}

const page = 20;
const pages = 5;

/** Pages spread over the first half of the list. */
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
