/** Routes of merged posts. */
import * as contract from '@waypost/contract/posts/merged-posts';
import type { Tx } from '../../kernel/db/database.ts';
import type { UrlBuilder } from '../../kernel/http/api-format.ts';
import { type MountContext, route } from '../../kernel/http/route.ts';
import type { Viewer } from '../../kernel/security/viewer.ts';
import type { PostEnricher } from '../post-details.ts';
import { viewPost } from '../posts.view.ts';
import { readAuthorizedPost } from '../read-authorized-post.ts';
import { addExtraFields } from './add-extra-fields.ts';
import { mergePosts, splitPosts } from './merge-posts.ts';
import { readMergedPosts } from './read-merged-posts.ts';

/** Mounts the routes that merge and split posts. */
export function mountMergedPosts(mount: MountContext, enrich: PostEnricher): void {
  const viewPrimary = async (tx: Tx, viewer: Viewer, urls: UrlBuilder, id: number) => {
    const details = await readAuthorizedPost(tx, viewer, id, 'read');
    const [enriched = details] = await addExtraFields(tx, viewer, await enrich(tx, viewer, [details]), {
      with: ['merging', 'verification'],
    });
    return viewPost(viewer, urls, enriched);
  };
  route(mount, contract.listMergedPosts, ({ tx, viewer, urls, params }) =>
    readMergedPosts(tx, viewer, urls, params.id),
  );
  route(mount, contract.mergePosts, async ({ tx, viewer, urls, params, body }) => {
    // A missing primary is reported before faults of the body, which throws when it is read.
    await readAuthorizedPost(tx, viewer, params.id, 'update');
    await mergePosts(tx, viewer, params.id, body.post_ids);
    return viewPrimary(tx, viewer, urls, params.id);
  });
  route(mount, contract.splitPosts, async ({ tx, viewer, urls, params, body }) => {
    await readAuthorizedPost(tx, viewer, params.id, 'update');
    await splitPosts(tx, viewer, params.id, body.post_ids);
    return viewPrimary(tx, viewer, urls, params.id);
  });
}
