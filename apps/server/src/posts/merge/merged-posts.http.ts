/** Routes of merged posts. */
import * as contract from '@waypost/contract/posts/merged-posts';
import { type MountContext, route } from '../../kernel/http/route.ts';
import type { MediaRequest } from '../../media/media.public.ts';
import type { PostEnricher } from '../post-details.ts';
import { viewPost } from '../posts.view.ts';
import { readAuthorizedPost } from '../read-authorized-post.ts';
import { addExtraFields } from './add-extra-fields.ts';
import { mergePosts, splitPosts } from './merge-posts.ts';
import { readMergedPosts } from './read-merged-posts.ts';

/** Mounts the routes that merge and split posts. */
export function mountMergedPosts(mount: MountContext, enrich: PostEnricher): void {
  const viewPrimary = async (request: MediaRequest, id: number) => {
    const { tx, viewer, urls } = request;
    const details = await readAuthorizedPost(tx, viewer, id, 'read');
    const [enriched = details] = await addExtraFields(request, await enrich(tx, viewer, [details]), {
      with: ['merging', 'verification'],
    });
    return viewPost(viewer, urls, enriched);
  };
  route(mount, contract.listMergedPosts, ({ tx, viewer, urls, params }) =>
    readMergedPosts(tx, viewer, urls, params.id),
  );
  route(mount, contract.mergePosts, async (context) => {
    const { tx, viewer, params } = context;
    // A missing primary is reported before faults of the body, which throws when it is read.
    await readAuthorizedPost(tx, viewer, params.id, 'update');
    await mergePosts(tx, viewer, params.id, context.body.post_ids);
    return viewPrimary(context, params.id);
  });
  route(mount, contract.splitPosts, async (context) => {
    const { tx, viewer, params } = context;
    await readAuthorizedPost(tx, viewer, params.id, 'update');
    await splitPosts(tx, viewer, params.id, context.body.post_ids);
    return viewPrimary(context, params.id);
  });
}
