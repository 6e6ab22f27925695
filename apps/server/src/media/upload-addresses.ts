/** The addresses of pictures that arrive in pieces. */
import type { Endpoint } from '@waypost/contract/endpoint';
import type { Media } from '@waypost/contract/media';
import * as contract from '@waypost/contract/uploads';
import type { Tx } from '../kernel/db.ts';
import { type Asked, Later, type Mount, paceOfVisitors, route, routeUpload } from '../kernel/route.ts';
import type { PictureWorks } from './create-media.ts';
import { findMedia, type MediaRow } from './media.sql.ts';
import { addressKey, uploaderOf } from './media-owner.ts';
import { queueCaller } from './picture-queue.ts';
import { beginUpload, finishUpload, isWhole, receivePiece, uploadFor } from './receive-piece.ts';
import type { UploadRow } from './uploads.sql.ts';

type Asking = Pick<Asked<Endpoint>, 'tx' | 'viewer' | 'addresses' | 'standing'>;

/** @param viewOne shows a picture as `GET /media/{id}` does */
export function mountUploads(
  mount: Mount,
  works: PictureWorks,
  viewOne: (asked: Asking, row: MediaRow, more: { claim?: string | undefined }) => Promise<Media>,
): void {
  const view = async (asked: Asking, { id, size, received, media_id }: UploadRow) => {
    const media = media_id === null ? undefined : await findMedia(asked.tx, media_id);
    // Whoever knows the upload's id may go on with it: the id is the claim, so that it is not lost with one answer.
    const claim = asked.viewer.isSignedIn ? undefined : id;
    return { id, size, received, media: media ? await viewOne(asked, media, { claim }) : null };
  };
  route(
    mount,
    contract.beginUpload,
    async (asked) => view(asked, await beginUpload(asked.tx, asked.viewer, asked.body)),
    { throttle: paceOfVisitors(mount, 'pictures') },
  );
  route(mount, contract.readUpload, async (asked) =>
    view(asked, await uploadFor(asked.tx, asked.viewer, asked.params.id)),
  );
  routeUpload(
    mount,
    contract.sendPiece,
    async (file, _outcome, caller) => ({ file, address: await addressKey(mount.db, caller) }),
    async (asked) => {
      const { tx, viewer, params } = asked;
      await uploadFor(tx, viewer, params.id);
      const { offset } = asked.body;
      const { file, address } = asked.prepared;
      const upload = await receivePiece(tx, viewer, params.id, { offset, file });
      if (!isWhole(upload)) return view(asked, upload);
      const { uploader } = uploaderOf(viewer, address, upload.id);
      const tell = (err: unknown) => mount.app.log.error({ err }, 'left undone after an upload');
      const end = (its: Tx, done: UploadRow) => view({ ...asked, tx: its }, done);
      const sender = { uploader, caller: queueCaller(viewer.id, asked.caller.address) };
      return new Later(() => finishUpload(mount.db, works, upload, sender, end, tell));
    },
  );
}
