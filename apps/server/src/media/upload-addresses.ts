/** The addresses of pictures that arrive in pieces. */
import type { Endpoint } from '@waypost/contract/endpoint';
import type { Media } from '@waypost/contract/media';
import * as contract from '@waypost/contract/uploads';
import type { FileStore } from '../kernel/file-store.ts';
import { type Asked, type Mount, paceOfVisitors, route, routeUpload } from '../kernel/route.ts';
import { findMedia, type MediaRow } from './media.sql.ts';
import { beginUpload, receivePiece, uploadFor } from './receive-piece.ts';
import type { UploadRow } from './uploads.sql.ts';

type Asking = Pick<Asked<Endpoint>, 'tx' | 'viewer' | 'addresses' | 'standing'>;

/** @param viewOne shows a picture as `GET /media/{id}` does */
export function mountUploads(
  mount: Mount,
  store: FileStore,
  viewOne: (asked: Asking, row: MediaRow) => Promise<Media>,
): void {
  const view = async (asked: Asking, { id, size, received, media_id }: UploadRow) => {
    const media = media_id === null ? undefined : await findMedia(asked.tx, media_id);
    return { id, size, received, media: media ? await viewOne(asked, media) : null };
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
    async (file) => file,
    async (asked) => {
      const { tx, viewer, params, body, prepared, outcome } = asked;
      await uploadFor(tx, viewer, params.id);
      const piece = { offset: body.offset, file: prepared };
      return view(asked, await receivePiece(tx, viewer, params.id, piece, { store, outcome }));
    },
  );
}
