/** Collections: posts put together by hand (API v3 §2.2), and the schemas that they share with saved searches. */
import { z } from 'zod';
import { PostQuery } from '../browse/post-filters.ts';
import { defineEndpoint } from '../common/endpoint.ts';
import { limits } from '../common/limits.ts';
import { listQuery, listResponse } from '../common/list-envelope.ts';
import { Privileges } from '../common/permissions.ts';
import {
  ApiDate,
  BooleanIn,
  Id,
  IdOut,
  listOrNullIn,
  noControlCharacters,
  noControlCharactersMultiline,
  OptionalText,
  Relation,
  valueOrNullIn,
} from '../common/scalars.ts';
import { limitFieldSizes } from '../common/size-limits.ts';
import { Post } from '../posts/posts.ts';

/**
 * The view in which a collection or saved search opens. `data` and `list` open the list of posts, all others the map.
 */
export const setViews = ['map', 'data', 'list', 'chart', 'timeline'] as const;

/** Response fields that collections and saved searches share. */
export const setFields = {
  id: IdOut,
  /** Always null, as in API v3 §1.7. */
  url: z.null(),
  user_id: z.null().optional(),
  /** The creator. `realname` is an extension, since others may not read accounts. */
  user: Relation.extend({ realname: z.string().nullable().optional() }).optional(),
  name: z.string(),
  description: z.string().nullable(),
  view: z.enum(setViews),
  view_options: z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())]).nullable(),
  /** Role names; null for everyone. */
  role: z.array(z.string()).nullable(),
  featured: z.boolean(),
  created: ApiDate,
  updated: ApiDate.nullable(),
};

/** Request fields that collections and saved searches share. */
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
  view_options: valueOrNullIn(z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())])),
  /** Null and empty both mean everyone. */
  role: listOrNullIn(z.array(z.string())),
  featured: BooleanIn,
};

/** Maximum sizes that collections and saved searches share. */
export const setFieldSizes = { view_options: limits.viewOptions, role: limits.roleList };

/** A new collection or saved search only needs a name. */
export const newSetFields = {
  ...setInputFields,
  description: setInputFields.description.optional(),
  view: setInputFields.view.default('map'),
  view_options: setInputFields.view_options.optional(),
  role: setInputFields.role.optional(),
  featured: setInputFields.featured.default(false),
};

/** Filters of the list; featured ones come first in every order. */
export const SetQuery = listQuery(['id', 'name', 'view', 'created', 'updated']).extend({
  /** Part of the name. */
  q: z.string().trim().optional(),
  user_id: Id.optional(),
  /** Only those of this creator. */
  user: z.union([z.literal('me'), Id]).optional(),
  featured: BooleanIn.optional(),
  /** Only those that the caller may edit. */
  editableBy: z.literal('me').optional(),
});
export type SetQuery = z.output<typeof SetQuery>;

/** A collection as the API returns it. */
export const Collection = z.object({ ...setFields, allowed_privileges: Privileges });
export type Collection = z.infer<typeof Collection>;

export const CollectionInput = limitFieldSizes(z.object(newSetFields), setFieldSizes);
/** An update of a collection. Absent keys stay unchanged. */
export const CollectionChange = limitFieldSizes(z.object(setInputFields).partial(), setFieldSizes);

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
  deviceCache: 'reports',
});

export const createCollection = defineEndpoint({
  name: 'createCollection',
  method: 'POST',
  path: '/collections',
  summary: 'Create a collection',
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
  deviceCache: 'reports',
});

export const updateCollection = defineEndpoint({
  name: 'updateCollection',
  method: 'PUT',
  path: '/collections/{id}',
  summary: 'Change a collection; featuring it requires Manage Posts',
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
  deviceCache: 'reports',
});

export const addPostToCollection = defineEndpoint({
  name: 'addPostToCollection',
  method: 'POST',
  path: '/collections/{id}/posts',
  summary: 'Add a post to a collection; no effect if it is already in it',
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
  deviceCache: 'reports',
});

export const removePostFromCollection = defineEndpoint({
  name: 'removePostFromCollection',
  method: 'DELETE',
  path: '/collections/{id}/posts/{postId}',
  summary: 'Remove a post from a collection; 204 when the caller may not read the post afterwards',
  scope: 'sets',
  params: collectionPostParams,
  response: Post.nullable(),
});

export const listCollectionsOfPost = defineEndpoint({
  name: 'listCollectionsOfPost',
  method: 'GET',
  path: '/posts/{id}/collections',
  summary: 'Collections with a post that the caller may see',
  scope: 'posts',
  params: idParams,
  query: SetQuery,
  response: listResponse(Collection),
  deviceCache: 'reports',
});
