/** Shows what visitors would see of a post that is not sent yet. */
import type { PostInput } from '@waypost/contract/posts/posts';
import type { PublicView } from '@waypost/contract/posts/public-view';
import { sql } from 'kysely';
import type { Tx } from '../../kernel/db/database.ts';
import type { UrlBuilder } from '../../kernel/http/api-format.ts';
import { notFound } from '../../kernel/http/problem.ts';
import { anonymousViewer, type Viewer } from '../../kernel/security/viewer.ts';
import { createPosts, idOrThrow } from '../create/create-posts.ts';
import { readPostDetails } from '../post-details.ts';
import { viewAsVisitor } from './public-view.ts';

/**
 * Creates the post, views it and takes it back: the masks are decided when a post is stored, and nothing else knows all of them.
 * Answers that are missing or invalid are left out.
 * @throws Problem what `POST /posts` answers for the survey, the author and the roles
 */
export async function previewPost(
  tx: Tx,
  viewer: Viewer,
  urls: UrlBuilder,
  { slug: _slug, consent: _consent, ...input }: PostInput,
): Promise<PublicView> {
  await sql`savepoint before_preview`.execute(tx);
  try {
    const [result] = await createPosts(tx, [{ origin: 'preview', viewer, input }]);
    if (!result) throw notFound('posts', 0);
    const id = idOrThrow(result);
    const [details] = await readPostDetails(tx, anonymousViewer, [id]);
    if (!details) throw notFound('posts', id);
    const view = viewAsVisitor(viewer, urls, details);
    // There is no such post, and its number would tell how many there are.
    return { ...view, post: { ...view.post, id: 0, url: '', slug: null } };
  } finally {
    await sql`rollback to savepoint before_preview`.execute(tx);
  }
}
