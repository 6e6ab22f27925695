/** Looks at the original of a picture that the team covered. Each is in the audit log (docs/decisions/0077). */
import { buffer } from 'node:stream/consumers';
import type { OriginalPicture } from '@waypost/contract/review/personal-data';
import type { Tx } from '../../kernel/db/database.ts';
import type { FileStore } from '../../kernel/files/file-store.ts';
import { notFound } from '../../kernel/http/problem.ts';
import { DeferredResponse } from '../../kernel/http/responses.ts';
import { findMedia, findMediaOfKeepingSurveys } from '../../media/media.public.ts';
import { readAuthorizedPost } from '../../posts/posts.public.ts';
import { type Look, recordLook, requirePermissions } from './record-look.ts';

/**
 * The original of a covered picture, read from the store once the look is recorded.
 * @throws Problem 404 when there is none, when the survey keeps none, or when the viewer may not read the post; 403 without the
 *   permissions; ValidationError at `/reason`
 */
export async function viewOriginalPicture(
  tx: Tx,
  look: Look,
  mediaId: number,
  store: FileStore,
): Promise<DeferredResponse<OriginalPicture>> {
  requirePermissions(look.viewer);
  const media = await findMedia(tx, mediaId);
  const file = media?.kept_original ?? null;
  if (!media || media.post_id === null || file === null) throw notFound('media', mediaId);
  if (!(await findMediaOfKeepingSurveys(tx, [mediaId])).has(mediaId)) throw notFound('media', mediaId);
  await readAuthorizedPost(tx, look.viewer, media.post_id, 'read_full');
  await recordLook(tx, look, { subject: 'posts', id: media.post_id, facts: { original: mediaId } });
  return new DeferredResponse(async () => {
    if ((await store.size(file)) === undefined) throw notFound('media', mediaId);
    return { mime: media.mime, data: (await buffer(store.read(file))).toString('base64') };
  });
}
