/** Posts: what people report (API v3 §2.1). */
import { z } from 'zod';
import { PostQuery, PostStatus } from '../browse/post-filters.ts';
import { defineEndpoint } from '../common/endpoint.ts';
import { ruleError } from '../common/field-errors.ts';
import { limits } from '../common/limits.ts';
import { listResponse } from '../common/list-envelope.ts';
import { Privileges } from '../common/permissions.ts';
import { ApiDate, Color, DateIn, Id, IdOut, OptionalText, Relation, RelationIn } from '../common/scalars.ts';
import { MediaClaim } from '../media/media.ts';
import { PostLock } from './post-locks.ts';

/** A place, in degrees. */
export const Point = z.object({ lon: z.number(), lat: z.number() });
export type Point = z.infer<typeof Point>;

/** Answers by attribute key, each a list; `[]` when there are none. Their encoding: API v3 §2.1, "Value encoding". */
export const PostValues = z.union([
  z.record(z.string(), z.array(z.union([z.string(), z.number(), Point]))),
  z.array(z.never()),
]);
export type PostValues = z.infer<typeof PostValues>;

export const Post = z.object({
  id: IdOut,
  url: z.string(),
  user_id: z.null().optional(),
  /** Ours beside the relation: what to call the author. Absent from other servers. */
  user: Relation.extend({ realname: z.string().nullable().optional() }).optional(),
  parent_id: z.null().optional(),
  parent: Relation.optional(),
  form: Relation.nullable(),
  message: Relation.nullable(),
  color: Color,
  type: z.string(),
  title: z.string().nullable(),
  slug: z.string().nullable(),
  content: z.string().nullable(),
  /** Absent unless the caller has `read_full`. */
  author_email: z.string().nullable().optional(),
  author_realname: z.string().nullable().optional(),
  status: PostStatus,
  created: ApiDate,
  updated: ApiDate.nullable(),
  locale: z.string(),
  values: PostValues,
  post_date: ApiDate,
  tags: z.array(Relation),
  published_to: z.array(z.string()),
  completed_stages: z.array(z.number().int()),
  /** Ids as strings, saved searches among them. */
  sets: z.array(z.string()),
  /** While somebody works on it, and only for those who may update it. */
  lock: PostLock.nullable(),
  /** Extension: which save this is, from 1. Sent as `based_on` with a save, it keeps the save from undoing another's. */
  revision: z.number().int().optional(),
  source: z.string().nullable(),
  contact: Relation.nullable(),
  data_source_message_id: z.string().nullable(),
  /** Rights alone, as in API v3: whether somebody works on the post right now is said by `lock`. */
  allowed_privileges: Privileges,
});
export type Post = z.infer<typeof Post>;

/** Sent empty, nothing was said: the usual for a new post, what is stored for another. */
const undefinedIfEmpty = <T extends z.ZodType>(field: T) =>
  z.union([z.literal(['', null]).transform(() => undefined), field]);

/** `en_us`: as it is stored, small and with an underscore. Empty where nothing was said. */
export const LocaleIn = z
  .string()
  .trim()
  .max(limits.locale)
  .regex(/^[a-z0-9_-]*$/i)
  .transform((it) => it.toLowerCase().replace('-', '_'));

const fields = {
  form: RelationIn,
  form_id: RelationIn,
  user: RelationIn,
  user_id: RelationIn,
  title: OptionalText.pipe(z.string().min(limits.title.min).max(limits.title.max).nullable()),
  content: OptionalText,
  slug: OptionalText.pipe(
    z
      .string()
      .min(limits.slug.min)
      .max(limits.slug.max)
      .regex(/^[a-z0-9_-]+$/i)
      .nullable(),
  ),
  locale: undefinedIfEmpty(LocaleIn),
  status: undefinedIfEmpty(PostStatus),
  type: undefinedIfEmpty(z.literal('report')),
  post_date: undefinedIfEmpty(DateIn),
  author_email: OptionalText.pipe(z.email().max(limits.email).nullable()),
  author_realname: OptionalText.pipe(z.string().max(limits.name).nullable()),
  /** Checked against the survey, not here. */
  values: z
    .union([z.record(z.string(), z.unknown()), z.tuple([]), z.null()], { error: ruleError('invalid') })
    .transform((it) => (it === null || Array.isArray(it) ? {} : it)),
  /** Ids, names, or objects with an id. */
  tags: z.array(z.union([z.number(), z.string(), z.object({ id: Id })])).nullable(),
  published_to: z.array(z.string()).nullable(),
  completed_stages: z.array(Id).nullable(),
  /** A trap: people never see this field. A visitor's report that fills it is held for the team (docs/decisions/0024). */
  website: z.unknown(),
  /** Claims that uploads without an account were answered with: for pictures that this post names. */
  media_claims: z.array(MediaClaim).max(limits.mediaClaims),
  /**
   * Of an update: the `revision` that was read. When there is a later one by now, the save is refused. A name of its own,
   * since clients that know nothing of it send whole posts back, and save them again and again.
   */
  based_on: Id,
};

/** What a post is made from and changed by: a key that is absent stays as it is. Unknown keys are ignored. */
export const PostInput = z.object(fields).partial();
export type PostInput = z.output<typeof PostInput>;

const idParams = z.object({ id: Id });

export const listPosts = defineEndpoint({
  name: 'listPosts',
  method: 'GET',
  path: '/posts',
  summary: 'Posts that the caller may see',
  scope: 'posts',
  query: PostQuery,
  response: listResponse(Post),
});

export const readPostPrivileges = defineEndpoint({
  name: 'readPostPrivileges',
  method: 'OPTIONS',
  path: '/posts',
  summary: 'What the caller may do with a new post',
  scope: 'posts',
  response: z.object({ allowed_privileges: Privileges }),
});

export const readPost = defineEndpoint({
  name: 'readPost',
  method: 'GET',
  path: '/posts/{id}',
  summary: 'One post',
  scope: 'posts',
  params: idParams,
  response: Post,
});

export const createPost = defineEndpoint({
  name: 'createPost',
  method: 'POST',
  path: '/posts',
  summary: 'Report something; 204 when the caller may not read the result',
  scope: 'posts',
  idempotent: true,
  body: PostInput,
  response: Post.nullable(),
});

export const updatePost = defineEndpoint({
  name: 'updatePost',
  method: 'PUT',
  path: '/posts/{id}',
  summary: 'Change a post; keys that are absent stay as they are',
  scope: 'posts',
  params: idParams,
  body: PostInput,
  response: Post.nullable(),
});

export const deletePost = defineEndpoint({
  name: 'deletePost',
  method: 'DELETE',
  path: '/posts/{id}',
  summary: 'Delete a post',
  scope: 'posts',
  params: idParams,
  response: Post,
});
