/** The addresses of pictures. */
import * as contract from '@waypost/contract/media';
import type { FileStore } from '../kernel/file-store.ts';
import { type Mount, route, routeUpload } from '../kernel/route.ts';
import type { Viewer } from '../kernel/viewer.ts';
import { listEnvelope } from '../kernel/wire.ts';
import { deleteMedia, type IsShown, readableMedia, updateMedia } from './change-media.ts';
import { createMedia, storePicture } from './create-media.ts';
import { searchMedia } from './media.sql.ts';
import { viewMedia } from './media.view.ts';

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

export function mountMedia(mount: Mount, store: FileStore, isShown: IsShown): void {
  route(mount, contract.listMedia, async ({ tx, viewer, addresses, query }) => {
    const users = listedFor(viewer, query.user);
    const { results, total } = await searchMedia(tx, { ...query, users });
    const media = results.map((row) => viewMedia(viewer, addresses, row));
    return listEnvelope(addresses, '/media', query, { results: media, total });
  });
  route(mount, contract.readMedia, async ({ tx, viewer, addresses, params }) => {
    const { media, shown } = await readableMedia(tx, viewer, params.id, isShown);
    return viewMedia(viewer, addresses, media, shown);
  });
  routeUpload(
    mount,
    contract.createMedia,
    (upload, outcome) => storePicture(store, upload, outcome),
    async ({ tx, viewer, addresses, body, prepared }) =>
      viewMedia(viewer, addresses, await createMedia(tx, viewer, prepared, body.caption ?? null)),
  );
  route(mount, contract.updateMedia, async ({ tx, viewer, addresses, params, body }) =>
    viewMedia(viewer, addresses, await updateMedia(tx, viewer, params.id, body)),
  );
  route(mount, contract.deleteMedia, async ({ tx, viewer, addresses, params, outcome }) =>
    viewMedia(viewer, addresses, await deleteMedia(tx, viewer, params.id, { store, outcome })),
  );
}
