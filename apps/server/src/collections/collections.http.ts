/** HTTP routes of collections (API v3 §2.2). */
import * as contract from '@waypost/contract/collections/collections';
import { readPostPage } from '../browse/browse.public.ts';
import { listEnvelope } from '../kernel/http/api-format.ts';
import { type MountContext, route } from '../kernel/http/route.ts';
import { readAuthorizedPost, viewPost } from '../posts/posts.public.ts';
import { addPostToCollection, readPostOfCollection, removePostFromCollection } from './collection-posts.ts';
import { searchSets } from './collections.sql.ts';
import { viewCollection } from './collections.view.ts';
import { createSet, deleteSet, readAuthorizedSet, updateSet } from './save-set.ts';

/** Mounts the routes of collections and their posts. */
export function mountCollections(mount: MountContext): void {
  route(mount, contract.listCollections, async ({ tx, viewer, urls, query }) => {
    const { results, total } = await searchSets(tx, viewer, 'collection', query);
    const collections = results.map((set) => viewCollection(viewer, urls, set));
    return listEnvelope(urls, '/collections', query, { results: collections, total });
  });
  route(mount, contract.createCollection, async ({ tx, viewer, urls, body }) =>
    viewCollection(viewer, urls, await createSet(tx, viewer, 'collection', body)),
  );
  route(mount, contract.readCollection, async ({ tx, viewer, urls, params }) =>
    viewCollection(viewer, urls, await readAuthorizedSet(tx, viewer, 'collection', params.id, 'read')),
  );
  route(mount, contract.updateCollection, async ({ tx, viewer, urls, params, body }) =>
    viewCollection(viewer, urls, await updateSet(tx, viewer, 'collection', params.id, body)),
  );
  route(mount, contract.deleteCollection, async ({ tx, viewer, urls, params }) =>
    viewCollection(viewer, urls, await deleteSet(tx, viewer, 'collection', params.id)),
  );
  mountPostsOfCollections(mount);
}

function mountPostsOfCollections(mount: MountContext): void {
  route(mount, contract.listPostsOfCollection, async (context) => {
    const { tx, viewer, params, query } = context;
    const { id } = await readAuthorizedSet(tx, viewer, 'collection', params.id, 'read');
    return readPostPage(context, `/collections/${id}/posts`, { ...query, set: [id] });
  });
  route(mount, contract.readPostOfCollection, async ({ tx, viewer, urls, params }) =>
    viewPost(viewer, urls, await readPostOfCollection(tx, viewer, params.id, params.postId)),
  );
  route(mount, contract.addPostToCollection, async ({ tx, viewer, urls, params, body }) =>
    viewPost(viewer, urls, await addPostToCollection(tx, viewer, params.id, body)),
  );
  route(mount, contract.removePostFromCollection, async ({ tx, viewer, urls, params }) => {
    const post = await removePostFromCollection(tx, viewer, params.id, params.postId);
    return post && viewPost(viewer, urls, post);
  });
  route(mount, contract.listCollectionsOfPost, async ({ tx, viewer, urls, params, query }) => {
    const { post } = await readAuthorizedPost(tx, viewer, params.id, 'read');
    const search = { ...query, containsPostId: post.id };
    const { results, total } = await searchSets(tx, viewer, 'collection', search);
    const collections = results.map((set) => viewCollection(viewer, urls, set));
    return listEnvelope(urls, `/posts/${post.id}/collections`, query, { results: collections, total });
  });
}
