/** The picture of a map with the posts of a list or collection, for link previews. It shows what an anonymous viewer may see. */
import path from 'node:path';
import { type PostFilters, PostQuery } from '@waypost/contract/browse/post-filters';
import type { FastifyInstance } from 'fastify';
import { readDataVersion, readExtent, readMapDots, readSurveyPins } from '../browse/browse.public.ts';
import { readAuthorizedSet } from '../collections/collections.public.ts';
import { ttlCache } from '../kernel/cache/ttl-cache.ts';
import { type Db, inTransaction, type Tx } from '../kernel/db/database.ts';
import { Problem } from '../kernel/http/problem.ts';
import type { DeploymentState } from '../kernel/security/deployment-state.ts';
import { anonymousViewer, type Viewer } from '../kernel/security/viewer.ts';
import { type Box, type MapDot, MapPainter } from './draw-map.ts';
import { type MapQuery, mapPicturePath, parseMapPictureQuery } from './preview.rules.ts';

/** How long a picture is kept, unless the data change: drawing one takes a tenth of a second. */
const cacheTtlMs = 60_000;
/** As long as tiles: whoever kept a picture does not see for long what is hidden since. */
const cacheControl = 'public, max-age=15';

interface MapContent {
  box: Box;
  dots: MapDot[];
}

interface MapSelection {
  filters: PostFilters;
  box: Box;
}

/**
 * The filters of the map, and the box around its posts; null if no post has a place that the viewer may see.
 * @throws Problem for a collection or saved search that the viewer may not see
 */
export async function readMapSelection(
  tx: Tx,
  viewer: Viewer,
  { set, filters }: MapQuery,
): Promise<MapSelection | null> {
  if (set) await readAuthorizedSet(tx, viewer, set.kind, set.id, 'read');
  const query = PostQuery.safeParse(set ? { set: [set.id] } : filters);
  if (!query.success) return null;
  const { bbox } = await readExtent(tx, viewer, query.data);
  return bbox && { filters: query.data, box: bbox };
}

async function readMapContent(
  tx: Tx,
  query: MapQuery,
  { isClosed, lastVisiblePostId }: DeploymentState,
): Promise<MapContent | null> {
  const viewer = anonymousViewer.limitedTo(lastVisiblePostId);
  const selection = isClosed ? null : await readMapSelection(tx, viewer, query);
  if (!selection) return null;
  const counts = await readMapDots(tx, viewer, selection.filters, selection.box);
  const pinOf = await readSurveyPins(tx, viewer, counts);
  return {
    box: selection.box,
    dots: counts.map(({ survey_id, ...dot }) => ({ ...dot, ...pinOf(survey_id) })),
  };
}

/**
 * Serves the picture. Its query has the filters of the list, or the id of a collection or saved search.
 * @param dist folder of the built client, which contains the base map
 */
export function serveMapPicture(
  app: FastifyInstance,
  {
    db,
    dist,
    readDeploymentState,
  }: { db: Db; dist: string; readDeploymentState: (tx: Tx) => Promise<DeploymentState> },
): void {
  const painter = new MapPainter(path.join(dist, 'map/world.pmtiles'));
  app.addHook('onClose', () => painter.close());
  // By the version of the data and the query.
  const pictures = ttlCache(cacheTtlMs, async (key: string) => {
    const query = parseMapPictureQuery(key.slice(key.indexOf('?') + 1));
    const content = await inTransaction(db, 'reads', async (tx) =>
      readMapContent(tx, query, await readDeploymentState(tx)),
    ).catch((error: unknown) => {
      if (error instanceof Problem) return null;
      throw error;
    });
    return content && painter.draw(content.box, content.dots);
  });
  app.get(mapPicturePath, async (request, reply) => {
    // Pictures that were drawn before the deployment became private are not served any more.
    const [{ isClosed }, version] = await inTransaction(db, 'reads', (tx) =>
      Promise.all([readDeploymentState(tx), readDataVersion(tx)]),
    );
    const picture = isClosed ? null : await pictures(`${version}?${request.url.split('?')[1] ?? ''}`);
    return picture
      ? reply.type('image/png').header('cache-control', cacheControl).send(picture)
      : reply.callNotFound();
  });
}
