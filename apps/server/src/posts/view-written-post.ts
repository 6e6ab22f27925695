/** The responses to requests that wrote posts. */
import type { Post } from '@waypost/contract/posts/posts';
import type { Tx } from '../kernel/db/database.ts';
import type { UrlBuilder } from '../kernel/http/api-format.ts';
import { anonymousViewer, type Viewer } from '../kernel/security/viewer.ts';
import { type PostEnricher, readDetailsOfRows } from './post-details.ts';
import { canReadPost } from './posts.rules.ts';
import { readPostRows } from './posts.sql.ts';
import { viewPost } from './posts.view.ts';

/** A post and who wrote it. */
export interface WrittenPost {
  id: number;
  viewer: Viewer;
  urls: UrlBuilder;
}

/**
 * Posts that were just written, each for its writer. Posts of writers who see the same are read together.
 * @returns in order; null, which is answered 204, where the writer may not read the post (API v3 §1.3)
 */
export async function viewWrittenPosts(
  tx: Tx,
  written: readonly WrittenPost[],
  enrich?: PostEnricher,
): Promise<(Post | null)[]> {
  const rows = await readPostRows(
    tx,
    written.map(({ id }) => id),
  );
  const rowsById = new Map(rows.map((row) => [row.id, row]));
  const groups = new Map<string, WrittenPost[]>();
  for (const it of written) {
    const row = rowsById.get(it.id);
    if (!row || !canReadPost(it.viewer, row)) continue;
    const key = it.viewer.visibilityClass;
    groups.set(key, [...(groups.get(key) ?? []), it]);
  }
  const views = new Map<WrittenPost, Post>();
  for (const group of groups.values()) {
    const viewer = group[0]?.viewer ?? anonymousViewer;
    const ids = [...new Set(group.map(({ id }) => id))];
    const read = await readDetailsOfRows(tx, viewer, ids, rows);
    const details = new Map((enrich ? await enrich(tx, viewer, read) : read).map((it) => [it.post.id, it]));
    for (const it of group) {
      const post = details.get(it.id);
      if (post) views.set(it, viewPost(it.viewer, it.urls, post));
    }
  }
  return written.map((it) => views.get(it) ?? null);
}

/** One post that was just written; null where the writer may not read it. */
export async function viewWrittenPost(
  tx: Tx,
  viewer: Viewer,
  urls: UrlBuilder,
  id: number,
  enrich?: PostEnricher,
): Promise<Post | null> {
  const [post = null] = await viewWrittenPosts(tx, [{ id, viewer, urls }], enrich);
  return post;
}
