/** Collections: posts put together by hand (API v3 §2.2). What they share with saved searches is here too. */
import { z } from 'zod';
import { PostQuery } from '../browse/post-filters.ts';
import { defineEndpoint } from '../common/endpoint.ts';
import { limits } from '../common/limits.ts';
import { listQuery, listResponse } from '../common/list-envelope.ts';
import { Privileges } from '../common/permissions.ts';
import { ApiDate, BooleanIn, Id, IdOut, OptionalText, Relation } from '../common/scalars.ts';
import { Post } from '../posts/posts.ts';
import { noControlCharacters, noControlCharactersMultiline } from '../surveys/surveys.ts';

/** How a collection or a saved search opens. `data` and `list` are the list of posts, everything else is the map. */
export const setViews = ['map', 'data', 'list', 'chart', 'timeline'] as const;

/** What collections and saved searches have in common, as they leave the server. */
export const setFields = {
  id: IdOut,
  /** Always null: API v3's habit (API v3 §1.7). */
  url: z.null(),
  user_id: z.null().optional(),
  /** Who made it. The name is ours: others may not read an account. */
  user: Relation.extend({ realname: z.string().nullable().optional() }).optional(),
  name: z.string(),
  description: z.string().nullable(),
  view: z.enum(setViews),
  view_options: z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())]).nullable(),
  /** Role names; null means everyone. */
  role: z.array(z.string()).nullable(),
  featured: z.boolean(),
  created: ApiDate,
  updated: ApiDate.nullable(),
};

/** The same, as they are sent. */
export const setInputFields = {
  name: z
    .string()
    .trim()
    .min(limits.collectionName.min)
    .max(limits.collectionName.max)
    .regex(noControlCharacters),
  description: OptionalText.pipe(
    z.string().max(limits.longDescription).regex(noControlCharactersMultiline).nullable(),
  ),
  view: z.enum(setViews),
  view_options: z.union([z.record(z.string(), z.unknown()), z.array(z.unknown()), z.null()]),
  /** Null and empty mean everyone. */
  role: z.union([z.array(z.string()), z.null(), z.literal('').transform(() => null)]),
  featured: BooleanIn,
};

/** A new one needs a name and nothing else. */
export const newSetFields = {
  ...setInputFields,
  description: setInputFields.description.optional(),
  view: setInputFields.view.default('map'),
  view_options: setInputFields.view_options.optional(),
  role: setInputFields.role.optional(),
  featured: setInputFields.featured.default(false),
};

/** Which of them; featured ones come first in every order. */
export const SetQuery = listQuery(['id', 'name', 'view', 'created', 'updated']).extend({
  /** Part of the name. */
  q: z.string().trim().optional(),
  user_id: Id.optional(),
  /** By their maker. */
  user: z.union([z.literal('me'), Id]).optional(),
  featured: BooleanIn.optional(),
  /** Only those that the caller may change. */
  editableBy: z.literal('me').optional(),
});
export type SetQuery = z.output<typeof SetQuery>;

export const Collection = z.object({ ...setFields, allowed_privileges: Privileges });
export type Collection = z.infer<typeof Collection>;

export const CollectionInput = z.object(newSetFields);
/** A key that is absent stays as it is. */
export const CollectionChange = z.object(setInputFields).partial();

const idParams = z.object({ id: Id });
const collectionPostParams = z.object({ id: Id, postId: Id });

export const listCollections = defineEndpoint({
  name: 'listCollections',
  method: 'GET',
  path: '/collections',
  summary: 'Collections that the caller may see, featured ones first',
  scope: 'sets',
  query: SetQuery,
  response: listResponse(Collection),
});

export const createCollection = defineEndpoint({
  name: 'createCollection',
  method: 'POST',
  path: '/collections',
  summary: 'Make a collection',
  scope: 'sets',
  body: CollectionInput,
  response: Collection,
});

export const readCollection = defineEndpoint({
  name: 'readCollection',
  method: 'GET',
  path: '/collections/{id}',
  summary: 'One collection',
  scope: 'sets',
  params: idParams,
  response: Collection,
});

export const updateCollection = defineEndpoint({
  name: 'updateCollection',
  method: 'PUT',
  path: '/collections/{id}',
  summary: 'Change a collection; featuring one takes Manage Posts',
  scope: 'sets',
  params: idParams,
  body: CollectionChange,
  response: Collection,
});

export const deleteCollection = defineEndpoint({
  name: 'deleteCollection',
  method: 'DELETE',
  path: '/collections/{id}',
  summary: 'Delete a collection; its posts stay',
  scope: 'sets',
  params: idParams,
  response: Collection,
});

export const listPostsOfCollection = defineEndpoint({
  name: 'listPostsOfCollection',
  method: 'GET',
  path: '/collections/{id}/posts',
  summary: 'Posts in a collection that the caller may see, with every filter of posts',
  scope: 'sets',
  params: idParams,
  query: PostQuery,
  response: listResponse(Post),
});

export const addPostToCollection = defineEndpoint({
  name: 'addPostToCollection',
  method: 'POST',
  path: '/collections/{id}/posts',
  summary: 'Put a post into a collection; one that is there already stays',
  scope: 'sets',
  params: idParams,
  body: idParams,
  response: Post,
});

export const readPostOfCollection = defineEndpoint({
  name: 'readPostOfCollection',
  method: 'GET',
  path: '/collections/{id}/posts/{postId}',
  summary: 'One post in a collection',
  scope: 'sets',
  params: collectionPostParams,
  response: Post,
});

export const removePostFromCollection = defineEndpoint({
  name: 'removePostFromCollection',
  method: 'DELETE',
  path: '/collections/{id}/posts/{postId}',
  summary: 'Take a post out of a collection; 204 when the caller may not read the post any more',
  scope: 'sets',
  params: collectionPostParams,
  response: Post.nullable(),
});

export const listCollectionsOfPost = defineEndpoint({
  name: 'listCollectionsOfPost',
  method: 'GET',
  path: '/posts/{id}/collections',
  summary: 'Collections that hold a post, of those that the caller may see',
  scope: 'posts',
  params: idParams,
  query: SetQuery,
  response: listResponse(Collection),
});
