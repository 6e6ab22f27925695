/** The addresses of pictures. */

import type { Endpoint } from '@waypost/contract/endpoint';
import * as contract from '@waypost/contract/media';
import { inTransaction, type Tx } from '../kernel/db.ts';
import type { FileSeal } from '../kernel/file-seal.ts';
import { type Asked, type Mount, paceOfVisitors, route, routeUpload } from '../kernel/route.ts';
import { passerBy, type Viewer } from '../kernel/viewer.ts';
import { listEnvelope } from '../kernel/wire.ts';
import { deleteMedia, type Forget, readableMedia, type ShownAmong, updateMedia } from './change-media.ts';
import { createMedia, type PictureWorks, storePicture } from './create-media.ts';
import { sweepMedia } from './discard-media.ts';
import { findOldNames, type MediaRow, searchMedia } from './media.sql.ts';
import { viewMedia } from './media.view.ts';
import { addressKey, newClaim, uploaderOf } from './media-owner.ts';
import { queueCaller } from './picture-queue.ts';
import { mediaRenamer, renameMediaFiles } from './rename-files.ts';
import { mountUploads } from './upload-addresses.ts';

/**
 * Whose pictures a list holds. Only Manage Posts looks through those of others: a list of all pictures would show what
 * belongs to posts that nobody published.
 */
function listedFor(viewer: Viewer, user: string | undefined): readonly number[] | undefined {
  const asked = (user ?? '')
    .split(',')
    .map((it) => (it.trim() === 'me' ? viewer.id : Number(it)))
    .filter((it): it is number => it !== null && Number.isSafeInteger(it) && it > 0);
  const all = user === undefined || user === '';
  if (viewer.may('Manage Posts')) return all ? undefined : asked;
  return viewer.id !== null && (all || asked.includes(viewer.id)) ? [viewer.id] : [];
}

/** One upload in so many sweeps up, beside every start. */
const seldom = 200;

type Viewed = Parameters<typeof viewMedia>[3];

interface Pictures extends PictureWorks {
  /** Says in the settings where the logo lies now, if it is this file. */
  moveLogo: (tx: Tx, from: string, to: string) => Promise<void>;
  seal: FileSeal;
  shownAmong: ShownAmong;
  forget: Forget;
}

export function mountMedia(
  mount: Mount,
  { store, pictures, seal, shownAmong, forget, moveLogo }: Pictures,
): void {
  const { app, db } = mount;
  const sweep = () =>
    sweepMedia(db, store, (err) => app.log.error({ err }, 'a picture could not be removed'));
  app.addHook('onReady', sweep);
  mount.jobs.handle(renameMediaFiles, mediaRenamer(db, store, moveLogo));
  app.addHook('onReady', () =>
    inTransaction(db, 'writes', async (tx) => {
      if ((await findOldNames(tx, 1)).length > 0) await mount.jobs.add(tx, renameMediaFiles, {});
    }),
  );
  /** Shows pictures, at plain addresses where a stranger would be shown them too. */
  const viewing = async (
    { tx, viewer, addresses, standing }: Pick<Asked<Endpoint>, 'tx' | 'viewer' | 'addresses' | 'standing'>,
    rows: readonly MediaRow[],
  ) => {
    const ids = rows.map((row) => row.id);
    const stranger = passerBy.upTo(standing.lastPost);
    const open = standing.isClosed ? new Set<number>() : await shownAmong(tx, stranger, ids);
    return (row: MediaRow, more?: Viewed) => viewMedia(viewer, { addresses, seal, open }, row, more);
  };
  const viewOne = async (asked: Parameters<typeof viewing>[0], row: MediaRow, more?: Viewed) =>
    (await viewing(asked, [row]))(row, more);
  route(mount, contract.listMedia, async (asked) => {
    const { tx, viewer, addresses, query } = asked;
    const users = listedFor(viewer, query.user);
    const { results, total } = await searchMedia(tx, { ...query, users });
    const view = await viewing(asked, results);
    return listEnvelope(addresses, '/media', query, { results: results.map((row) => view(row)), total });
  });
  route(mount, contract.readMedia, async (asked) => {
    const { media, shown } = await readableMedia(asked.tx, asked.viewer, asked.params.id, shownAmong);
    return viewOne(asked, media, { isShown: shown });
  });
  routeUpload(
    mount,
    contract.createMedia,
    async (upload, outcome, caller) => ({
      picture: await storePicture(
        { store, pictures },
        upload,
        outcome,
        queueCaller(await caller.accountId(), caller.address),
      ),
      address: await addressKey(db, caller),
    }),
    async (asked) => {
      const { tx, viewer, body, outcome } = asked;
      // Read first: of a file with a form that is wrong nothing was prepared.
      const { caption = null } = body;
      const { address, picture } = asked.prepared;
      if (Math.random() * seldom < 1) outcome.onCommit(sweep);
      const { uploader, claim } = uploaderOf(viewer, address, newClaim());
      const row = await createMedia(tx, uploader, picture, caption);
      return viewOne(asked, row, { claim });
    },
    paceOfVisitors(mount, 'pictures'),
  );
  mountUploads(mount, { store, pictures }, viewOne);
  route(mount, contract.updateMedia, async (asked) =>
    viewOne(asked, await updateMedia(asked.tx, asked.viewer, asked.params.id, asked.body, shownAmong)),
  );
  route(mount, contract.deleteMedia, async (asked) => {
    const { tx, viewer, params, outcome } = asked;
    return viewOne(
      asked,
      await deleteMedia(tx, viewer, params.id, { store, outcome }, { forget, shownAmong }),
    );
  });
}
