/** The response to a request that wrote a post. */
import type { Post } from '@waypost/contract/posts/posts';
import type { Tx } from '../kernel/db/database.ts';
import type { UrlBuilder } from '../kernel/http/api-format.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { type PostEnricher, readDetailsOfRows } from './post-details.ts';
import { canReadPost } from './posts.rules.ts';
import { readPostRows } from './posts.sql.ts';
import { viewPost } from './posts.view.ts';

/** A post that was just written; null, which is answered 204, when the writer may not read it (API v3 §1.3). */
export async function viewWrittenPost(
  tx: Tx,
  viewer: Viewer,
  urls: UrlBuilder,
  id: number,
  enrich?: PostEnricher,
): Promise<Post | null> {
  const rows = await readPostRows(tx, [id]);
  if (!rows.some((post) => canReadPost(viewer, post))) return null;
  const read = await readDetailsOfRows(tx, viewer, [id], rows);
  const [details] = enrich ? await enrich(tx, viewer, read) : read;
  return details ? viewPost(viewer, urls, details) : null;
}
