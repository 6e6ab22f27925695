/** The addresses of pictures. */

import type { Endpoint } from '@waypost/contract/common/endpoint';
import * as contract from '@waypost/contract/media/media';
import { inTransaction, type Tx } from '../kernel/db/database.ts';
import type { FileUrlSigner } from '../kernel/files/file-url-signer.ts';
import { listEnvelope } from '../kernel/http/api-format.ts';
import {
  type MountContext,
  type RequestContext,
  route,
  routeUpload,
  visitorThrottle,
} from '../kernel/http/route.ts';
import { anonymousViewer, type Viewer } from '../kernel/security/viewer.ts';
import {
  deleteMedia,
  type FindVisibleMedia,
  type RemoveFromAnswers,
  requireReadableMedia,
  updateMedia,
} from './change-media.ts';
import { createMedia, type PictureDependencies, storePicture } from './create-media.ts';
import { deleteAbandonedMedia } from './discard-media.ts';
import { findMediaWithOldNames, type MediaRow, searchMedia } from './media.sql.ts';
import { viewMedia } from './media.view.ts';
import { buildUploader, createClaim, hashUploaderAddress } from './media-owner.ts';
import { queueCaller } from './picture-queue.ts';
import { createMediaRenamer, renameMediaFilesJob } from './rename-files.ts';
import { mountUploads } from './upload-routes.ts';

/**
 * Whose pictures a list holds. Only Manage Posts looks through those of others: a list of all pictures would show what
 * belongs to posts that nobody published.
 */
function listedUploaderIds(viewer: Viewer, user: string | undefined): readonly number[] | undefined {
  const asked = (user ?? '')
    .split(',')
    .map((it) => (it.trim() === 'me' ? viewer.id : Number(it)))
    .filter((it): it is number => it !== null && Number.isSafeInteger(it) && it > 0);
  const all = user === undefined || user === '';
  if (viewer.can('Manage Posts')) return all ? undefined : asked;
  return viewer.id !== null && (all || asked.includes(viewer.id)) ? [viewer.id] : [];
}

/** One upload in so many sweeps up, beside every start. */
const uploadsPerSweep = 200;

type ViewOptions = Parameters<typeof viewMedia>[3];

interface MediaDependencies extends PictureDependencies {
  /** Says in the settings where the logo lies now, if it is this file. */
  moveLogo: (tx: Tx, from: string, to: string) => Promise<void>;
  seal: FileUrlSigner;
  findVisibleMedia: FindVisibleMedia;
  removeFromAnswers: RemoveFromAnswers;
}

export function mountMedia(
  mount: MountContext,
  {
    store,
    pictures,
    seal,
    findVisibleMedia: shownAmong,
    removeFromAnswers: forget,
    moveLogo,
  }: MediaDependencies,
): void {
  const { app, db } = mount;
  const sweep = () =>
    deleteAbandonedMedia(db, store, (err) => app.log.error({ err }, 'a picture could not be removed'));
  app.addHook('onReady', sweep);
  mount.jobs.register(renameMediaFilesJob, createMediaRenamer(db, store, moveLogo));
  app.addHook('onReady', () =>
    inTransaction(db, 'writes', async (tx) => {
      if ((await findMediaWithOldNames(tx, 1)).length > 0) await mount.jobs.add(tx, renameMediaFilesJob, {});
    }),
  );
  /** Shows pictures, at plain addresses where a stranger would be shown them too. */
  const viewing = async (
    {
      tx,
      viewer,
      urls,
      deploymentState,
    }: Pick<RequestContext<Endpoint>, 'tx' | 'viewer' | 'urls' | 'deploymentState'>,
    rows: readonly MediaRow[],
  ) => {
    const ids = rows.map((row) => row.id);
    const stranger = anonymousViewer.limitedTo(deploymentState.lastVisiblePostId);
    const open = deploymentState.isClosed ? new Set<number>() : await shownAmong(tx, stranger, ids);
    return (row: MediaRow, more?: ViewOptions) =>
      viewMedia(viewer, { addresses: urls, seal, publicMediaIds: open }, row, more);
  };
  const viewOne = async (asked: Parameters<typeof viewing>[0], row: MediaRow, more?: ViewOptions) =>
    (await viewing(asked, [row]))(row, more);
  route(mount, contract.listMedia, async (asked) => {
    const { tx, viewer, urls, query } = asked;
    const users = listedUploaderIds(viewer, query.user);
    const { results, total } = await searchMedia(tx, { ...query, users });
    const view = await viewing(asked, results);
    return listEnvelope(urls, '/media', query, { results: results.map((row) => view(row)), total });
  });
  route(mount, contract.readMedia, async (asked) => {
    const { media, shown } = await requireReadableMedia(asked.tx, asked.viewer, asked.params.id, shownAmong);
    return viewOne(asked, media, { isShown: shown });
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
    async (asked) => {
      const { tx, viewer, body, txHooks } = asked;
      // Read first: of a file with a form that is wrong nothing was prepared.
      const { caption = null } = body;
      const { address, picture } = asked.prepared;
      if (Math.random() * uploadsPerSweep < 1) txHooks.onCommit(sweep);
      const { uploader, claim } = buildUploader(viewer, address, createClaim());
      const row = await createMedia(tx, uploader, picture, caption);
      return viewOne(asked, row, { claim });
    },
    visitorThrottle(mount, 'pictures'),
  );
  mountUploads(mount, { store, pictures }, viewOne);
  route(mount, contract.updateMedia, async (asked) =>
    viewOne(asked, await updateMedia(asked.tx, asked.viewer, asked.params.id, asked.body, shownAmong)),
  );
  route(mount, contract.deleteMedia, async (asked) => {
    const { tx, viewer, params, txHooks } = asked;
    return viewOne(
      asked,
      await deleteMedia(tx, viewer, params.id, { store, outcome: txHooks }, { forget, shownAmong }),
    );
  });
}
