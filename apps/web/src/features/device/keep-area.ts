/** Keeping an area: the base map, pins and reports in it, and all surveys, in a store of its own that nothing pushes out. */
import type { Endpoint } from '@waypost/contract/endpoint';
import { listPostsGeo, postTile } from '@waypost/contract/map';
import { listPosts, readPost } from '@waypost/contract/posts';
import { listConfig } from '@waypost/contract/settings';
import { listSurveys } from '@waypost/contract/surveys';
import { addressOf, type CallInput } from '../../api/address.ts';
import { call } from '../../api/call.ts';
import { screenOwner } from '../../api/session.ts';
import { bearer } from '../../api/tokens.ts';
import { type Area, putArea } from '../../blocks/device/areas.ts';
import { areaPrefix, ownerOf } from '../../blocks/device/cache-names.ts';
import { postQuery } from '../../blocks/post-search/default-query.ts';
import { surveyReads } from '../../blocks/survey-form/survey-reads.ts';
import { type ArchivePart, archivePart } from './archive-pieces.ts';
import { type Bounds, tilesOf } from './area-tiles.ts';

/** Tiles of pins at most; how much deeper than what is in view they go; and reports at most. */
const most = { pins: 200, deeper: 4, posts: 200 };
/** Bytes, guessed: what is asked of the server is small beside the map. */
const usual = { pins: 900, post: 1500, survey: 6000 };

const boxText = ({ west, south, east, north }: Bounds) => [west, south, east, north].join(',');
const postsIn = (bounds: Bounds) => ({
  ...postQuery({}, 'map'),
  bbox: boxText(bounds),
  limit: most.posts,
});

export interface Measured {
  bounds: Bounds;
  /** Where the map was. */
  at: string;
  /** Bytes, about. */
  bytes: number;
  posts: number;
  base: ArchivePart;
  pins: string[];
  surveys: number[];
}

/** The address of a read, as calls send it. */
const reads = <E extends Endpoint>(endpoint: E, input: CallInput<E>): string => addressOf(endpoint, input);

/**
 * @param zoom of the map as it is
 * @throws ApiError, TypeError without a network
 */
export async function measureArea(
  bounds: Bounds,
  at: string,
  zoom: number,
  signal: AbortSignal,
): Promise<Measured> {
  const base = await archivePart((maxZoom) => tilesOf(bounds, maxZoom), signal);
  const { results: surveys } = await call(listSurveys, {}, { signal });
  const found = await call(listPosts, { query: { ...postsIn(bounds), limit: 1 } }, { signal });
  const posts = Math.min(most.posts, found.total_count);
  const deepest = Math.min(18, Math.round(zoom) + most.deeper);
  const pins = tilesOf(bounds, deepest, most.pins).map(({ z, x, y }) =>
    reads(postTile, { params: { zoom: String(z), x: String(x), y: String(y) }, query: postQuery({}, 'map') }),
  );
  return {
    bounds,
    at,
    base,
    pins,
    posts,
    surveys: surveys.map((it) => it.id),
    bytes: base.bytes + pins.length * usual.pins + posts * usual.post + surveys.length * usual.survey,
  };
}

/** Everything of a survey that its form reads. */
function addressesOfSurvey(id: number): string[] {
  const { survey, tasks, attributes } = surveyReads(id);
  return [
    reads(survey.endpoint, survey.input),
    reads(tasks.endpoint, tasks.input),
    reads(attributes.endpoint, attributes.input),
  ];
}

const opening = () => reads(listPostsGeo, { query: { ...postQuery({}, 'map'), limit: 100 } });

interface Telling {
  onProgress: (part: number) => void;
  signal: AbortSignal;
}

/**
 * Fetches all of it; the area is only on the list once it is whole.
 * @throws what broke it off; nothing of it stays then
 */
export async function keepArea(measured: Measured, id: string, name: string, told: Telling): Promise<void> {
  const owner = ownerOf(screenOwner()?.id);
  const store = areaPrefix(owner) + id;
  const addresses = [
    ...measured.pins,
    ...measured.surveys.flatMap(addressesOfSurvey),
    reads(surveyReads(0).categories.endpoint, {}),
    reads(listSurveys, {}),
    reads(listConfig, {}),
    opening(),
  ];
  const total = addresses.length + measured.base.count + 1;
  let done = 0;
  let bytes = 0;
  const step = () => {
    done += 1;
    told.onProgress(done / total);
  };
  await caches.delete(store);
  try {
    const cache = await caches.open(store);
    const keep = async (key: string, answer: Response) => {
      bytes += (await answer.clone().arrayBuffer()).byteLength;
      await cache.put(key, answer);
    };
    for (const [key, piece] of await measured.base.fetch(step)) await keep(key, piece);
    for (const address of addresses) {
      const answer = await fetch(address, {
        headers: { accept: 'application/json', ...bearer() },
        signal: told.signal,
      });
      // One that the reader may not see is no reason to keep nothing.
      if (answer.ok) await keep(address, answer);
      step();
    }
    const { results } = await call(listPosts, { query: postsIn(measured.bounds) }, { signal: told.signal });
    for (const post of results) await keep(reads(readPost, { params: { id: post.id } }), Response.json(post));
    step();
    const area: Area = { owner, name, at: measured.at, bytes, posts: results.length, savedAt: Date.now() };
    await putArea(id, area);
  } catch (error) {
    await caches.delete(store);
    throw error;
  }
}
