/** HTTP routes of areas; registers the job that finds those of stored posts. */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { listAreaOutlines } from '@waypost/contract/areas/area-outlines';
import * as contract from '@waypost/contract/areas/areas';
import { getArea, updateArea as updateAreaEndpoint } from '@waypost/contract/areas/edit-area';
import { listAreas } from '@waypost/contract/areas/list-areas';
import type { z } from 'zod';
import type { Tx } from '../kernel/db/database.ts';
import { matchesEtag } from '../kernel/http/byte-range.ts';
import { CompressedBody } from '../kernel/http/compressed-body.ts';
import { BinaryResponse, StreamedResponse } from '../kernel/http/responses.ts';
import { type MountContext, route } from '../kernel/http/route.ts';
import {
  countSavedSearches,
  findDemandingFields,
  isUpdateNeeded,
  readAreaOutlines,
  readAreaSets,
  readAreas,
  readAreasAround,
  readProgress,
} from './areas.sql.ts';
import { isEditable, viewArea, viewAreaOutline, viewAreaSet } from './areas.view.ts';
import { createAreasUpdate, findAreasJob } from './find-areas-of-posts.ts';
import { requireArea, updateArea } from './save-area.ts';
import {
  addAreas,
  createAreaSet,
  deleteAreaSet,
  deleteAreas,
  requireAreaSet,
  updateAreaSet,
} from './save-area-set.ts';
import { type AreaRow, readRings } from './single-area.sql.ts';

/** Clients keep outlines, and ask whether they have changed. */
const outlineHeaders = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'private, no-cache',
  vary: 'Authorization, Accept-Encoding',
};

/** Mounts the routes, and registers the job. */
export function mountAreas(mount: MountContext): void {
  mount.jobs.register(findAreasJob, createAreasUpdate(mount.db));
  mount.jobs.watch(findAreasJob, isUpdateNeeded);
  route(mount, contract.listAreaSets, async ({ tx, viewer, urls }) => {
    const results = (await readAreaSets(tx)).map((row) => viewAreaSet(viewer, urls, row));
    return { count: results.length, results, progress: await readProgress(tx) };
  });
  route(mount, listAreas, async ({ tx, query: { at } }) => {
    const results = at ? await readAreasAround(tx, at) : await readAreas(tx);
    return { count: results.length, results };
  });
  route(mount, listAreaOutlines, async ({ tx, query, rawRequest }) => {
    const features = (await readAreaOutlines(tx, query)).map(viewAreaOutline);
    const collection: z.input<typeof listAreaOutlines.response> = { type: 'FeatureCollection', features };
    const body = Buffer.from(JSON.stringify(collection));
    const etag = `"${createHash('sha256').update(body).digest('base64url')}"`;
    const headers = { ...outlineHeaders, etag };
    return matchesEtag(rawRequest.header('if-none-match') ?? '', etag)
      ? new StreamedResponse(Readable.from([]), headers, 304)
      : new BinaryResponse(new CompressedBody(body), headers);
  });
  const viewOne = async (tx: Tx, row: AreaRow) =>
    viewArea(row, isEditable(row) ? await readRings(tx, row.id) : null);
  route(mount, getArea, async ({ tx, params: { id } }) => viewOne(tx, await requireArea(tx, id)));
  route(mount, updateAreaEndpoint, async (request) => {
    const { tx, viewer, params } = request;
    return viewOne(tx, await updateArea(tx, viewer, params.id, () => request.body));
  });
  route(mount, contract.createAreaSet, async ({ tx, viewer, urls, body }) =>
    viewAreaSet(viewer, urls, await createAreaSet(tx, viewer, body)),
  );
  route(mount, contract.addAreas, async (request) => {
    const { tx, viewer, urls, params } = request;
    return viewAreaSet(viewer, urls, await addAreas(tx, viewer, params.id, () => request.body.areas));
  });
  route(mount, contract.deleteAreas, async (request) => {
    const { tx, viewer, urls, params } = request;
    return viewAreaSet(viewer, urls, await deleteAreas(tx, viewer, params.id, () => request.query.area));
  });
  route(mount, contract.listAreaReferences, async ({ tx, params: { id } }) => {
    await requireAreaSet(tx, id);
    return { fields: await findDemandingFields(tx, id), saved_searches: await countSavedSearches(tx, id) };
  });
  route(mount, contract.updateAreaSet, async (request) => {
    const { tx, viewer, urls, params } = request;
    return viewAreaSet(viewer, urls, await updateAreaSet(tx, viewer, params.id, () => request.body));
  });
  route(mount, contract.deleteAreaSet, async ({ tx, viewer, urls, params }) =>
    viewAreaSet(viewer, urls, await deleteAreaSet(tx, viewer, params.id)),
  );
}
