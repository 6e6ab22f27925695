/** Routes of chunked uploads. */
import type { Media } from '@waypost/contract/media/media';
import * as contract from '@waypost/contract/media/uploads';
import type { Tx } from '../kernel/db/database.ts';
import { DeferredResponse } from '../kernel/http/responses.ts';
import { type MountContext, route, routeUpload, visitorThrottle } from '../kernel/http/route.ts';
import type { PictureDependencies } from './create-media.ts';
import { findMedia, type MediaRow } from './media.sql.ts';
import { buildUploader, hashUploaderAddress } from './media-owner.ts';
import type { MediaRequest } from './media-url-context.ts';
import { queueCaller } from './picture-queue.ts';
import {
  beginUpload,
  finishUpload,
  isComplete,
  readAuthorizedUpload,
  receiveChunk,
} from './receive-chunk.ts';
import type { UploadRow } from './uploads.sql.ts';

/** Mounts the routes of chunked uploads. @param viewOne formats a picture as `GET /media/{id}` does */
export function mountUploads(
  mount: MountContext,
  dependencies: PictureDependencies,
  viewOne: (context: MediaRequest, row: MediaRow, options: { claim?: string | undefined }) => Promise<Media>,
): void {
  const view = async (context: MediaRequest, { id, size, received, media_id }: UploadRow) => {
    const media = media_id === null ? undefined : await findMedia(context.tx, media_id);
    // A visitor's upload is identified by its id, which is also the claim: it survives the loss of a response.
    const claim = context.viewer.isSignedIn ? undefined : id;
    return { id, size, received, media: media ? await viewOne(context, media, { claim }) : null };
  };
  route(
    mount,
    contract.beginUpload,
    async (context) => view(context, await beginUpload(context.tx, context.viewer, context.body)),
    { throttle: visitorThrottle(mount, 'pictures') },
  );
  route(mount, contract.readUpload, async (context) =>
    view(context, await readAuthorizedUpload(context.tx, context.viewer, context.params.id)),
  );
  routeUpload(
    mount,
    contract.uploadChunk,
    async (file, _txHooks, caller) => ({ file, address: await hashUploaderAddress(mount.db, caller) }),
    async (context) => {
      const { tx, viewer, params } = context;
      await readAuthorizedUpload(tx, viewer, params.id);
      const { offset } = context.body;
      const { file, address } = context.prepared;
      const upload = await receiveChunk(tx, viewer, params.id, { offset, file });
      if (!isComplete(upload)) return view(context, upload);
      const { uploader } = buildUploader(viewer, address, upload.id);
      const onError = (err: unknown) => mount.app.log.error({ err }, 'cleaning up after an upload failed');
      const viewFinished = (ownTx: Tx, finished: UploadRow) => view({ ...context, tx: ownTx }, finished);
      const sender = { uploader, caller: queueCaller(viewer.id, context.caller.address) };
      return new DeferredResponse(() =>
        finishUpload(mount.db, dependencies, upload, sender, viewFinished, onError),
      );
    },
  );
}
