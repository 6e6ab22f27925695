/** The mix of requests: 80 % map and list, 15 % single posts, 5 % reports. */
import { randomUUID } from 'node:crypto';
import { createReport } from '../measures/submit.ts';
import { tilePath } from '../measures/tiles.ts';
import { defaultClientQuery } from '../queries.ts';
import { findOpenSurvey, samplePlaces, samplePosts } from '../sample.ts';
import type { Site } from '../site.ts';
import type { LoadRequest } from './load-client.ts';

/** The unique title of a report by its number. */
export const reportTitle = (run: string, at: number) => `${run} ${at}`;

/** Reports of visitors, each with an idempotency key, as the app sends them. */
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

/** The kind of request by its number from 0; of twenty in a row 16 are map and list, 3 single posts, 1 a report. */
export function requestKind(at: number): 'tile' | 'list' | 'post' | 'report' {
  const share = at % 20;
  if (share === 19) return 'report';
  if (share >= 16) return 'post';
  return share % 2 === 0 ? 'tile' : 'list';
}

/** @returns the request by its number from 0; equal numbers give equal kinds of requests */
export async function createRequestMix(site: Site, run: string): Promise<(at: number) => LoadRequest> {
  const places = await samplePlaces(site);
  const posts = await samplePosts(site);
  const report = await createReportRequests(site, run);
  const pick = <T>(from: readonly T[], at: number): T | undefined => from[(at * 7919) % from.length];
  const read = (path: string): LoadRequest => ({ method: 'GET', path: `/api/v3${path}` });
  const tile = (at: number) => {
    const zoom = pick(zooms, at) ?? 0;
    const place = tilePath(pick(places, at) ?? { lat: 0, lon: 0 }, zoom);
    return read(`/posts/tiles/${zoom}/${place}.mvt?${defaultClientQuery('map')}`);
  };
  const list = (at: number) => read(`/posts?${defaultClientQuery('list')}&limit=20&offset=${(at % 5) * 20}`);
  const kinds = { tile, list, report, post: (at: number) => read(`/posts/${pick(posts, at)?.id}`) };
  return (at) => kinds[requestKind(at)](at);
}
