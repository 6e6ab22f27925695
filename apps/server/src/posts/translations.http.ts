/** The addresses of translations. */
import * as contract from '@waypost/contract/post-translations';
import type { Tx } from '../kernel/db.ts';
import { notFound } from '../kernel/problem.ts';
import { type Mount, route } from '../kernel/route.ts';
import type { Viewer } from '../kernel/viewer.ts';
import { type Addresses, listEnvelope } from '../kernel/wire.ts';
import { postFor } from './read-posts.ts';
import {
  createTranslation,
  deleteTranslation,
  type KnownTranslation,
  translationFor,
  updateTranslation,
} from './save-translation.ts';
import { translationsOf, viewTranslations } from './translations.view.ts';

async function view(tx: Tx, viewer: Viewer, addresses: Addresses, { known, row }: KnownTranslation) {
  const [shown] = await viewTranslations(tx, viewer, addresses, known, [row]);
  if (!shown) throw notFound('translations', row.id);
  return shown;
}

export function mountTranslations(mount: Mount): void {
  route(mount, contract.listTranslations, async ({ tx, viewer, addresses, params, query }) => {
    const known = await postFor(tx, viewer, params.id, 'read', 'refused');
    const page = await translationsOf(tx, viewer, addresses, known, query);
    return listEnvelope(addresses, `/posts/${params.id}/translations`, query, page);
  });
  route(mount, contract.readTranslation, async ({ tx, viewer, addresses, params }) =>
    view(tx, viewer, addresses, await translationFor(tx, viewer, params, 'read')),
  );
  route(mount, contract.createTranslation, async ({ tx, viewer, addresses, params, body }) =>
    view(tx, viewer, addresses, await createTranslation(tx, viewer, params.id, body)),
  );
  route(mount, contract.updateTranslation, async ({ tx, viewer, addresses, params, body }) =>
    view(tx, viewer, addresses, await updateTranslation(tx, viewer, params, body)),
  );
  route(mount, contract.deleteTranslation, async ({ tx, viewer, addresses, params }) =>
    view(tx, viewer, addresses, await deleteTranslation(tx, viewer, params)),
  );
}
