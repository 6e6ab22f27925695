/** The addresses of posts in plural: lists, maps and numbers. */

import { limits } from '@waypost/contract/limits';
import * as mapContract from '@waypost/contract/map';
import type { PostQuery } from '@waypost/contract/post-filters';
import { listPosts as listContract } from '@waypost/contract/posts';
import * as statsContract from '@waypost/contract/stats';
import type { Tx } from '../kernel/db.ts';
import { type Mount, route } from '../kernel/route.ts';
import type { Viewer } from '../kernel/viewer.ts';
import type { Addresses } from '../kernel/wire.ts';
import { postFor } from '../posts/posts.public.ts';
import { readDataVersion } from './counted.sql.ts';
import { viewCollection, viewPostGeo } from './geojson.view.ts';
import { forgetWords, keepWords } from './keep-words.ts';
import { listPosts, postPage } from './list-posts.ts';
import { boundsOf } from './map-grid.rules.ts';
import { readStats } from './read-stats.ts';
import { checkTile, readTile } from './read-tile.ts';

async function collection(tx: Tx, viewer: Viewer, addresses: Addresses, query: PostQuery) {
  const { results, total } = await listPosts(tx, viewer, query);
  return viewCollection(viewer, addresses, results, { total, box: query.bbox });
}

export function mountBrowse(mount: Mount): void {
  mount.jobs.handle(keepWords, (_payload, { signal }) => forgetWords(mount.db, signal));
  mount.jobs.schedule(keepWords, '40 3 * * *');
  const ahead = readDataVersion;
  route(
    mount,
    listContract,
    ({ tx, viewer, addresses, query }) => postPage(tx, viewer, addresses, '/posts', query),
    { ahead },
  );
  route(mount, mapContract.listPostsGeo, async ({ tx, viewer, addresses, query }) =>
    collection(tx, viewer, addresses, query),
  );
  route(mount, mapContract.listPostsGeoInTile, async ({ tx, viewer, addresses, params, query }) => {
    // A tile was asked for whole.
    const { limit = limits.postPage.most } = query;
    return collection(tx, viewer, addresses, { ...query, limit, bbox: boundsOf(checkTile(params)) });
  });
  route(mount, mapContract.readPostGeo, async ({ tx, viewer, params }) =>
    viewPostGeo(viewer, await postFor(tx, viewer, params.id, 'read')),
  );
  route(mount, mapContract.postTile, ({ tx, viewer, params, query }) => readTile(tx, viewer, query, params), {
    ahead,
  });
  route(mount, statsContract.readPostStats, ({ tx, viewer, query }) => readStats(tx, viewer, query), {
    ahead,
  });
  route(mount, statsContract.readStatsOfPost, async ({ tx, viewer, params, query }) => {
    const { post } = await postFor(tx, viewer, params.id, 'read');
    return readStats(tx, viewer, { status: ['all'], ...query, post_id: [post.id] });
  });
}
