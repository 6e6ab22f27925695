/** What people ask for: four fifths map and list, a seventh single posts, one in twenty reports. */
import { randomUUID } from 'node:crypto';
import { reportFor } from '../measures/submit.ts';
import { tileAt } from '../measures/tiles.ts';
import { clientQuery } from '../queries.ts';
import { openSurvey, somePlaces, somePosts } from '../sample.ts';
import type { Site } from '../site.ts';
import type { Asked } from './caller.ts';

/** The title of a number's report: nobody else's, so that it can be looked for. */
export const titleOf = (run: string, at: number) => `${run} ${at}`;

/** Reports of visitors, each with a key of its own, as the app sends them. */
export async function reportsFor(site: Site, run: string): Promise<(at: number) => Asked> {
  const survey = await openSurvey(site);
  return (at) => ({
    method: 'POST',
    path: '/api/v3/posts',
    body: JSON.stringify({ ...reportFor(survey), title: titleOf(run, at) }),
    headers: { 'idempotency-key': randomUUID() },
  });
}

const zooms = [0, 2, 4, 6, 8];

/** What a number from 0 asks for; of any twenty in a row sixteen ask for map and list, three for posts, one reports. */
export function kindOf(at: number): 'tile' | 'list' | 'post' | 'report' {
  const share = at % 20;
  if (share === 19) return 'report';
  if (share >= 16) return 'post';
  return share % 2 === 0 ? 'tile' : 'list';
}

/** @returns the request of a number from 0; the same numbers give the same kinds of requests */
export async function mixFor(site: Site, run: string): Promise<(at: number) => Asked> {
  const places = await somePlaces(site);
  const posts = await somePosts(site);
  const report = await reportsFor(site, run);
  const one = <T>(from: readonly T[], at: number): T | undefined => from[(at * 7919) % from.length];
  const read = (path: string): Asked => ({ method: 'GET', path: `/api/v3${path}` });
  const tile = (at: number) => {
    const zoom = one(zooms, at) ?? 0;
    const place = tileAt(one(places, at) ?? { lat: 0, lon: 0 }, zoom);
    return read(`/posts/tiles/${zoom}/${place}.mvt?${clientQuery('map')}`);
  };
  const list = (at: number) => read(`/posts?${clientQuery('list')}&limit=20&offset=${(at % 5) * 20}`);
  const kinds = { tile, list, report, post: (at: number) => read(`/posts/${one(posts, at)?.id}`) };
  return (at) => kinds[kindOf(at)](at);
}
