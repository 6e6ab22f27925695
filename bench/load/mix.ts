/** What people ask for: four fifths map and list, a seventh single posts, one in twenty reports. */
import { randomUUID } from 'node:crypto';
import { createReport } from '../measures/submit.ts';
import { tilePath } from '../measures/tiles.ts';
import { defaultClientQuery } from '../queries.ts';
import { findOpenSurvey, samplePlaces, samplePosts } from '../sample.ts';
import type { Site } from '../site.ts';
import type { LoadRequest } from './load-client.ts';

/** The title of a number's report: nobody else's, so that it can be looked for. */
export const reportTitle = (run: string, at: number) => `${run} ${at}`;

/** Reports of visitors, each with a key of its own, as the app sends them. */
export async function createReportRequests(site: Site, run: string): Promise<(at: number) => LoadRequest> {
  const survey = await findOpenSurvey(site);
  return (at) => ({
    method: 'POST',
    path: '/api/v3/posts',
    body: JSON.stringify({ ...createReport(survey), title: reportTitle(run, at) }),
    headers: { 'idempotency-key': randomUUID() },
  });
}

const zooms = [0, 2, 4, 6, 8];

/** What a number from 0 asks for; of any twenty in a row sixteen ask for map and list, three for posts, one reports. */
export function requestKind(at: number): 'tile' | 'list' | 'post' | 'report' {
  const share = at % 20;
  if (share === 19) return 'report';
  if (share >= 16) return 'post';
  return share % 2 === 0 ? 'tile' : 'list';
}

/** @returns the request of a number from 0; the same numbers give the same kinds of requests */
export async function createRequestMix(site: Site, run: string): Promise<(at: number) => LoadRequest> {
  const places = await samplePlaces(site);
  const posts = await samplePosts(site);
  const report = await createReportRequests(site, run);
  const one = <T>(from: readonly T[], at: number): T | undefined => from[(at * 7919) % from.length];
  const read = (path: string): LoadRequest => ({ method: 'GET', path: `/api/v3${path}` });
  const tile = (at: number) => {
    const zoom = one(zooms, at) ?? 0;
    const place = tilePath(one(places, at) ?? { lat: 0, lon: 0 }, zoom);
    return read(`/posts/tiles/${zoom}/${place}.mvt?${defaultClientQuery('map')}`);
  };
  const list = (at: number) => read(`/posts?${defaultClientQuery('list')}&limit=20&offset=${(at % 5) * 20}`);
  const kinds = { tile, list, report, post: (at: number) => read(`/posts/${one(posts, at)?.id}`) };
  return (at) => kinds[requestKind(at)](at);
}
