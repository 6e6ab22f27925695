/** Routes of media. */

import { limits } from '@waypost/contract/common/limits';
import * as contract from '@waypost/contract/media/media';
import { coverMedia as coverEndpoint } from '@waypost/contract/media/picture-covers';
import { inTransaction, type Tx } from '../kernel/db/database.ts';
import { listEnvelope } from '../kernel/http/api-format.ts';
import { DeferredResponse } from '../kernel/http/responses.ts';
import { type MountContext, route, routeUpload, visitorThrottle } from '../kernel/http/route.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import {
  deleteMedia,
  type FindVisibleMedia,
  type RemoveFromAnswers,
  readAuthorizedMedia,
  requireReadableMedia,
  updateMedia,
} from './change-media.ts';
import { coverMedia } from './cover-media.ts';
import { createMedia, type PictureDependencies, storePicture } from './create-media.ts';
import { deleteAbandonedMedia } from './delete-abandoned-media.ts';
import { findMediaOfKeepingSurveys } from './kept-originals.sql.ts';
import { findMediaWithOldNames, type MediaRow, searchMedia } from './media.sql.ts';
import { type MediaUrlContext, viewMedia } from './media.view.ts';
import { buildUploader, createClaim, hashUploaderAddress } from './media-owner.ts';
import { type MediaRequest, readMediaUrlContext } from './media-url-context.ts';
import { deleteOldPhotoData, findMediaWithoutFacts } from './picture-facts.sql.ts';
import { queueCaller } from './picture-queue.ts';
import { createFactsReader, deletePhotoDataJob, readPictureFactsJob } from './read-missing-facts.ts';
import { createMediaRenamer, renameMediaFilesJob } from './rename-files.ts';
import { mountUploads } from './upload-routes.ts';

/**
 * Ids of the uploaders whose media are listed; undefined for all. Only Manage Posts may list media of others: a list of all
 * media would show those of unpublished posts.
 */
function listedUploaderIds(viewer: Viewer, user: string | undefined): readonly number[] | undefined {
  const requestedIds = (user ?? '')
    .split(',')
    .map((it) => (it.trim() === 'me' ? viewer.id : Number(it)))
    .filter((it): it is number => it !== null && Number.isSafeInteger(it) && it > 0);
  const isUnfiltered = user === undefined || user === '';
  if (viewer.can('Manage Posts')) return isUnfiltered ? undefined : requestedIds;
  return viewer.id !== null && (isUnfiltered || requestedIds.includes(viewer.id)) ? [viewer.id] : [];
}

/** On average, one in this many uploads starts a sweep of abandoned media; so does every start of the server. */
const uploadsPerSweep = 200;

type ViewOptions = Parameters<typeof viewMedia>[3];

interface MediaDependencies extends PictureDependencies {
  /** Updates the logo in the settings if it is the file `from`. */
  moveLogo: (tx: Tx, from: string, to: string) => Promise<void>;
  findVisibleMedia: FindVisibleMedia;
  removeFromAnswers: RemoveFromAnswers;
  /** Deletes finished exports, which may contain a picture. */
  discardExports: (tx: Tx) => Promise<unknown>;
}

/** Mounts the routes of media, their sweep and the job that renames files. */
export function mountMedia(
  mount: MountContext,
  { store, pictures, findVisibleMedia, removeFromAnswers, moveLogo, discardExports }: MediaDependencies,
): void {
  const { app, db } = mount;
  const sweep = () => deleteAbandonedMedia(db);
  app.addHook('onReady', sweep);
  mount.jobs.register(renameMediaFilesJob, createMediaRenamer(db, store, moveLogo));
  mount.jobs.register(readPictureFactsJob, createFactsReader(db, { store, pictures }));
  mount.jobs.register(deletePhotoDataJob, () =>
    inTransaction(db, 'writes', (tx) => deleteOldPhotoData(tx, limits.photoDataDays)),
  );
  mount.jobs.schedule(deletePhotoDataJob, '37 3 * * *');
  app.addHook('onReady', () =>
    inTransaction(db, 'writes', async (tx) => {
      if ((await findMediaWithOldNames(tx, 1)).length > 0) await mount.jobs.add(tx, renameMediaFilesJob, {});
      if ((await findMediaWithoutFacts(tx, 0, 1)).length > 0)
        await mount.jobs.add(tx, readPictureFactsJob, {});
    }),
  );
  /** Creates a function that formats media. */
  const createMediaView = async (request: MediaRequest, rows: readonly MediaRow[]) => {
    const { tx, viewer } = request;
    const ids = rows.map((row) => row.id);
    const urlContext: MediaUrlContext = {
      ...(await readMediaUrlContext(request, ids, findVisibleMedia)),
      keepingMediaIds: viewer.can('Manage Posts') ? await findMediaOfKeepingSurveys(tx, ids) : new Set(),
    };
    return (row: MediaRow, options?: ViewOptions) => viewMedia(viewer, urlContext, row, options);
  };
  const viewOne = async (context: MediaRequest, row: MediaRow, options?: ViewOptions) =>
    (await createMediaView(context, [row]))(row, options);
  route(mount, contract.listMedia, async (context) => {
    const { tx, viewer, urls, query } = context;
    const users = listedUploaderIds(viewer, query.user);
    const hidesUploadersFrom = viewer.seesPersonalData ? undefined : viewer.id;
    const { results, total } = await searchMedia(tx, { ...query, users, hidesUploadersFrom });
    const view = await createMediaView(context, results);
    return listEnvelope(urls, '/media', query, { results: results.map((row) => view(row)), total });
  });
  route(mount, contract.readMedia, async (context) => {
    const { media, shown } = await requireReadableMedia(
      context.tx,
      context.viewer,
      context.params.id,
      findVisibleMedia,
    );
    return viewOne(context, media, { isShown: shown });
  });
  routeUpload(
    mount,
    contract.createMedia,
    async (upload, txHooks, caller) => ({
      picture: await storePicture(
        { store, pictures },
        upload,
        txHooks,
        queueCaller(await caller.accountId(), caller.address),
      ),
      address: await hashUploaderAddress(db, caller),
    }),
    async (context) => {
      const { tx, viewer, body, txHooks } = context;
      // Access the body first: with an invalid form it throws, and nothing has been prepared.
      const { caption = null } = body;
      const { address, picture } = context.prepared;
      if (Math.random() * uploadsPerSweep < 1) txHooks.onCommit(sweep);
      const { uploader, claim } = buildUploader(viewer, address, createClaim());
      const row = await createMedia(tx, uploader, picture, caption);
      return viewOne(context, row, { claim });
    },
    visitorThrottle(mount, 'pictures'),
  );
  mountUploads(mount, { store, pictures }, viewOne);
  route(mount, contract.updateMedia, async (context) =>
    viewOne(
      context,
      await updateMedia(context.tx, context.viewer, context.params.id, context.body, findVisibleMedia),
    ),
  );
  route(mount, coverEndpoint, async (context) => {
    const { tx, viewer, params, caller } = context;
    const media = await readAuthorizedMedia(tx, viewer, params.id, 'update', findVisibleMedia);
    const { covers } = context.body;
    const covering = { viewer, covers, caller: queueCaller(viewer.id, caller.address) };
    const dependencies = { db, store, pictures, moveLogo, discardExports };
    return new DeferredResponse(async () => {
      const covered = await coverMedia(media, covering, dependencies);
      return inTransaction(db, 'reads', (readTx) => viewOne({ ...context, tx: readTx }, covered));
    });
  });
  route(mount, contract.deleteMedia, async (context) => {
    const { tx, viewer, params } = context;
    return viewOne(
      context,
      await deleteMedia(tx, viewer, params.id, { removeFromAnswers, findVisibleMedia }),
    );
  });
}
