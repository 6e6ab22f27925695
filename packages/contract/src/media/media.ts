/** Pictures (API v3 §2.12). Uploads are multipart: `file` and an optional `caption`. */
import { z } from 'zod';
import { defineEndpoint } from '../common/endpoint.ts';
import { limits } from '../common/limits.ts';
import { listQuery, listResponse } from '../common/list-envelope.ts';
import { Privileges } from '../common/permissions.ts';
import {
  ApiDate,
  BooleanIn,
  Id,
  IdOut,
  noControlCharacters,
  OptionalText,
  Relation,
} from '../common/scalars.ts';

/** A picture as the API returns it. */
export const Media = z.object({
  id: IdOut,
  url: z.string(),
  user_id: z.null().optional(),
  user: Relation.optional(),
  caption: z.string().nullable(),
  created: ApiDate,
  updated: ApiDate.nullable(),
  mime: z.string(),
  original_file_url: z.string(),
  /** In bytes. */
  original_file_size: z.number().int(),
  original_width: z.number().int(),
  original_height: z.number().int(),
  /** Extension: a thumbnail of at most 400 pixels a side. */
  thumbnail_url: z.string().optional(),
  /** Extension: the name of the uploaded file. Only for Manage Posts. */
  original_file_name: z.string().optional(),
  /** Extension: what becomes of the picture as it is now when the caller covers parts of it. Only for Manage Posts. */
  when_covered: z.enum(['delete-original', 'keep-original']).optional(),
  /** Extension: whether the caller may look at the picture as it was before it was covered (docs/decisions/0077). */
  has_original: z.boolean().optional(),
  /**
   * Extension: returned for an upload without an account. Sent in `media_claims` of a post, it allows the post to use
   * the picture even after the visitor's token was renewed.
   */
  claim: z.string().optional(),
  allowed_privileges: Privileges,
});
export type Media = z.infer<typeof Media>;

/** What a card shows of a picture. */
export const Thumbnail = z.object({ url: z.string(), caption: z.string().nullable() });
export type Thumbnail = z.infer<typeof Thumbnail>;

export const MediaClaim = z
  .string()
  .length(limits.mediaClaim)
  .regex(/^[0-9a-f]+$/);

export const Caption = OptionalText.pipe(z.string().max(255).regex(noControlCharacters).nullable());
const idParams = z.object({ id: Id });

export const listMedia = defineEndpoint({
  name: 'listMedia',
  method: 'GET',
  path: '/media',
  summary: 'Pictures that the caller may see',
  scope: 'media',
  query: listQuery(['id', 'created']).extend({ user: z.string().optional(), orphans: BooleanIn.optional() }),
  response: listResponse(Media),
});

export const readMedia = defineEndpoint({
  name: 'readMedia',
  method: 'GET',
  path: '/media/{id}',
  summary: 'One picture',
  scope: 'media',
  params: idParams,
  response: Media,
});

export const createMedia = defineEndpoint({
  name: 'createMedia',
  method: 'POST',
  path: '/media',
  summary: 'Upload a picture; metadata about place and device is removed',
  scope: 'media',
  token: 'optional',
  body: z.object({ caption: Caption.optional() }),
  response: Media,
  transport: 'multipart',
});

export const updateMedia = defineEndpoint({
  name: 'updateMedia',
  method: 'PUT',
  path: '/media/{id}',
  summary: 'Change the caption of a picture',
  scope: 'media',
  params: idParams,
  body: z.object({ caption: Caption.optional() }),
  response: Media,
});

export const deleteMedia = defineEndpoint({
  name: 'deleteMedia',
  method: 'DELETE',
  path: '/media/{id}',
  summary: 'Delete a picture',
  scope: 'media',
  params: idParams,
  response: Media,
});
