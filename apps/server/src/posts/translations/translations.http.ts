/** Routes of translations. */
import * as contract from '@waypost/contract/posts/post-translations';
import type { Tx } from '../../kernel/db/database.ts';
import { listEnvelope, type UrlBuilder } from '../../kernel/http/api-format.ts';
import { notFound } from '../../kernel/http/problem.ts';
import { type MountContext, route } from '../../kernel/http/route.ts';
import type { Viewer } from '../../kernel/security/viewer.ts';
import { readAuthorizedPost } from '../read-authorized-post.ts';
import {
  createTranslation,
  deleteTranslation,
  readAuthorizedTranslation,
  type TranslationWithPost,
  updateTranslation,
} from './save-translation.ts';
import { readTranslationPage, viewTranslations } from './translations.view.ts';

async function viewSavedTranslation(
  tx: Tx,
  viewer: Viewer,
  urls: UrlBuilder,
  { details, row }: TranslationWithPost,
) {
  const [translation] = await viewTranslations(tx, viewer, urls, details, [row]);
  if (!translation) throw notFound('translations', row.id);
  return translation;
}

/** Mounts the routes that list, read, create, change and delete translations. */
export function mountTranslations(mount: MountContext): void {
  route(mount, contract.listTranslations, async ({ tx, viewer, urls, params, query }) => {
    const details = await readAuthorizedPost(tx, viewer, params.id, 'read', 'refused');
    const page = await readTranslationPage(tx, viewer, urls, details, query);
    return listEnvelope(urls, `/posts/${params.id}/translations`, query, page);
  });
  route(mount, contract.readTranslation, async ({ tx, viewer, urls, params }) =>
    viewSavedTranslation(tx, viewer, urls, await readAuthorizedTranslation(tx, viewer, params, 'read')),
  );
  route(mount, contract.createTranslation, async ({ tx, viewer, urls, params, body }) =>
    viewSavedTranslation(tx, viewer, urls, await createTranslation(tx, viewer, params.id, body)),
  );
  route(mount, contract.updateTranslation, async ({ tx, viewer, urls, params, body }) =>
    viewSavedTranslation(tx, viewer, urls, await updateTranslation(tx, viewer, params, body)),
  );
  route(mount, contract.deleteTranslation, async ({ tx, viewer, urls, params }) =>
    viewSavedTranslation(tx, viewer, urls, await deleteTranslation(tx, viewer, params)),
  );
}
