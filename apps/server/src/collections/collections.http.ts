/** The addresses of collections. */
import * as contract from '@waypost/contract/collections';
import { postPage } from '../browse/browse.public.ts';
import { type Mount, route } from '../kernel/route.ts';
import { listEnvelope } from '../kernel/wire.ts';
import { postFor, viewPost } from '../posts/posts.public.ts';
import { addPost, postOfCollection, removePost } from './collection-posts.ts';
import { searchSets } from './collections.sql.ts';
import { viewCollection } from './collections.view.ts';
import { createSet, deleteSet, setFor, updateSet } from './save-set.ts';

export function mountCollections(mount: Mount): void {
  route(mount, contract.listCollections, async ({ tx, viewer, addresses, query }) => {
    const { results, total } = await searchSets(tx, viewer, 'collection', query);
    const collections = results.map((set) => viewCollection(viewer, addresses, set));
    return listEnvelope(addresses, '/collections', query, { results: collections, total });
  });
  route(mount, contract.createCollection, async ({ tx, viewer, addresses, body }) =>
    viewCollection(viewer, addresses, await createSet(tx, viewer, 'collection', body)),
  );
  route(mount, contract.readCollection, async ({ tx, viewer, addresses, params }) =>
    viewCollection(viewer, addresses, await setFor(tx, viewer, 'collection', params.id, 'read')),
  );
  route(mount, contract.updateCollection, async ({ tx, viewer, addresses, params, body }) =>
    viewCollection(viewer, addresses, await updateSet(tx, viewer, 'collection', params.id, body)),
  );
  route(mount, contract.deleteCollection, async ({ tx, viewer, addresses, params }) =>
    viewCollection(viewer, addresses, await deleteSet(tx, viewer, 'collection', params.id)),
  );
  mountPostsOfCollections(mount);
}

function mountPostsOfCollections(mount: Mount): void {
  route(mount, contract.listPostsOfCollection, async ({ tx, viewer, addresses, params, query }) => {
    const { id } = await setFor(tx, viewer, 'collection', params.id, 'read');
    return postPage(tx, viewer, addresses, `/collections/${id}/posts`, { ...query, set: [id] });
  });
  route(mount, contract.readPostOfCollection, async ({ tx, viewer, addresses, params }) =>
    viewPost(viewer, addresses, await postOfCollection(tx, viewer, params.id, params.postId)),
  );
  route(mount, contract.addPostToCollection, async ({ tx, viewer, addresses, params, body }) =>
    viewPost(viewer, addresses, await addPost(tx, viewer, params.id, body)),
  );
  route(mount, contract.removePostFromCollection, async ({ tx, viewer, addresses, params }) => {
    const post = await removePost(tx, viewer, params.id, params.postId);
    return post && viewPost(viewer, addresses, post);
  });
  route(mount, contract.listCollectionsOfPost, async ({ tx, viewer, addresses, params, query }) => {
    const { post } = await postFor(tx, viewer, params.id, 'read');
    const search = { ...query, holding: post.id };
    const { results, total } = await searchSets(tx, viewer, 'collection', search);
    const collections = results.map((set) => viewCollection(viewer, addresses, set));
    return listEnvelope(addresses, `/posts/${post.id}/collections`, query, { results: collections, total });
  });
}
