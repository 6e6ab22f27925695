/** Routes of lists, maps and statistics of posts. */

import * as mapContract from '@waypost/contract/browse/map';
import * as statsContract from '@waypost/contract/browse/stats';
import { limits } from '@waypost/contract/common/limits';
import { listPosts as listContract } from '@waypost/contract/posts/posts';
import { type MountContext, route } from '../kernel/http/route.ts';
import { readAuthorizedPost } from '../posts/posts.public.ts';
import { readDataVersion } from './counts/precomputed-counts.sql.ts';
import { viewPostGeoJson } from './list/geojson.view.ts';
import { readFeatureCollection, readPostPage } from './list/list-posts.ts';
import {
  deleteRemovedWordsJob,
  pruneRemovedWords,
  pruneVocabulary,
  pruneVocabularyJob,
} from './search/prune-vocabulary.ts';
import { hasRemovedWords } from './search/vocabulary.sql.ts';
import { readStats } from './stats/read-stats.ts';
import { tileBounds } from './tiles/map-grid.rules.ts';
import { readExtent } from './tiles/read-extent.ts';
import { checkTile, readTile } from './tiles/read-tile.ts';

/** Mounts the routes of lists, maps and statistics, and registers the jobs that keep the vocabulary. */
export function mountBrowse(mount: MountContext): void {
  mount.jobs.register(pruneVocabularyJob, (_payload, { signal }) => pruneVocabulary(mount.db, signal));
  mount.jobs.schedule(pruneVocabularyJob, '40 3 * * *');
  mount.jobs.register(deleteRemovedWordsJob, () => pruneRemovedWords(mount.db));
  mount.jobs.watch(deleteRemovedWordsJob, hasRemovedWords);
  route(mount, listContract, (context) => readPostPage(context, '/posts', context.query), {
    prefetch: readDataVersion,
  });
  route(mount, mapContract.listPostsGeoJson, async ({ tx, viewer, urls, query }) =>
    readFeatureCollection(tx, viewer, urls, query),
  );
  route(mount, mapContract.listPostsGeoJsonInTile, async ({ tx, viewer, urls, params, query }) => {
    // A tile contains all its posts unless a limit is given.
    const { limit = limits.postPage.max } = query;
    return readFeatureCollection(tx, viewer, urls, { ...query, limit, tile: tileBounds(checkTile(params)) });
  });
  route(mount, mapContract.readPostGeoJson, async ({ tx, viewer, params, query }) =>
    viewPostGeoJson(viewer, await readAuthorizedPost(tx, viewer, params.id, 'read'), query),
  );
  route(mount, mapContract.readPostExtent, ({ tx, viewer, query }) => readExtent(tx, viewer, query), {
    prefetch: readDataVersion,
  });
  route(
    mount,
    mapContract.readPostTile,
    ({ tx, viewer, params, query }) => readTile(tx, viewer, query, params),
    {
      prefetch: readDataVersion,
    },
  );
  route(mount, statsContract.readPostStats, ({ tx, viewer, query }) => readStats(tx, viewer, query), {
    prefetch: readDataVersion,
  });
  route(mount, statsContract.readStatsOfPost, async ({ tx, viewer, params, query }) => {
    const { post } = await readAuthorizedPost(tx, viewer, params.id, 'read');
    return readStats(tx, viewer, { status: ['all'], ...query, post_id: [post.id] });
  });
}
