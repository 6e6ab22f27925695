/** Posts: what people report (API v3 §2.1). */
import { z } from 'zod';
import { PostQuery, PostStatus } from '../browse/post-filters.ts';
import { defineEndpoint } from '../common/endpoint.ts';
import { typeError } from '../common/field-errors.ts';
import { limits } from '../common/limits.ts';
import { listResponse } from '../common/list-envelope.ts';
import { Privileges } from '../common/permissions.ts';
import {
  ApiDate,
  Color,
  DateIn,
  Id,
  IdOut,
  KeyBytes,
  listIn,
  listOrNullIn,
  OptionalText,
  OptionalVisibleText,
  objectIn,
  Relation,
  RelationIn,
} from '../common/scalars.ts';
import { MediaClaim, Thumbnail } from '../media/media.ts';
import { PlacePrecision } from '../surveys/place-masking.ts';
import { ConsentAnswer } from '../surveys/survey-consent.ts';
import { PostLock } from './post-locks.ts';
import { PostMerging } from './post-merging.ts';
import { ExtraFields, PostVerification } from './post-verification.ts';
import { WithheldReporter } from './withheld-reporter.ts';

/** A place in degrees. */
export const Point = z.object({ lon: z.number(), lat: z.number() });
export type Point = z.infer<typeof Point>;

/** Answers by attribute key, each a list; `[]` if there are none. Their encoding: API v3 §2.1, "Value encoding". */
export const PostValues = z.union([
  z.record(z.string(), z.array(z.union([z.string(), z.number(), Point]))),
  z.array(z.never()),
]);
export type PostValues = z.infer<typeof PostValues>;

/** A post as the API returns it. */
export const Post = z.object({
  id: IdOut,
  url: z.string(),
  user_id: z.null().optional(),
  /** The author. `realname` is an extension, absent from other servers. */
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
  /**
   * Extension: `day` if the survey hides times and the caller gets dates only: `created`, `updated`, `post_date` and datetime
   * answers are at midnight UTC of their day. Absent: they are exact.
   */
  date_precision: z.literal('day').optional(),
  /** Extension: how exact the places in `values` are, where the survey hides the real ones from the caller. Absent: they are exact, or there are none. */
  place_precision: PlacePrecision.optional(),
  /** Extension: when a post of a survey with a delay becomes public, if it is published. Only its author and the team get it. */
  public_from: ApiDate.optional(),
  /** Extension: personal data was removed from the post; for the team. */
  anonymized: z.literal(true).optional(),
  tags: z.array(Relation),
  published_to: z.array(z.string()),
  completed_stages: z.array(z.number().int()),
  /** Ids as strings, including saved searches. */
  sets: z.array(z.string()),
  /** Only while somebody edits the post, and only for callers who may update it. */
  lock: PostLock.nullable(),
  /**
   * Extension: the number of the latest revision, from 1. A save with `based_on` does not overwrite later changes.
   */
  revision: z.number().int().optional(),
  /**
   * Extension, only with the parameter `with=verification`, and where the caller may know it: how sure the team is; null: not
   * verified yet.
   */
  verification: PostVerification.nullable().optional(),
  /** Extension, only with the parameter `with=merging`: how the post is merged with others. */
  merging: PostMerging.optional(),
  /** Extension, only with the parameter `with=areas`: the areas around the places as the caller gets them, the largest ones first. */
  areas: z.array(z.object({ id: IdOut, name: z.string() })).optional(),
  /** Extension, only with the parameter `with=thumbnail`: the first picture among the `values`; null: there is none. */
  thumbnail: Thumbnail.nullable().optional(),
  source: z.string().nullable(),
  contact: Relation.nullable(),
  data_source_message_id: z.string().nullable(),
  /** Extension, for Manage Posts only: stands for the sender where this response withholds who it is. */
  reporter: WithheldReporter.optional(),
  /** Rights only, as in API v3; `lock` shows whether somebody edits the post. */
  allowed_privileges: Privileges,
});
export type Post = z.infer<typeof Post>;

/** An empty field counts as absent: a new post gets the default, an update keeps the stored value. */
const undefinedIfEmpty = <T extends z.ZodType>(field: T) =>
  z.union([z.literal(['', null]).transform(() => undefined), field]);

/** A locale as it is stored: lower case with an underscore, `en_us`. Empty counts as absent. */
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
  title: OptionalVisibleText.pipe(z.string().max(limits.title.max).nullable()),
  content: OptionalText,
  slug: OptionalText.pipe(
    z
      .string()
      .min(limits.slug.min)
      .max(limits.slug.max)
      .regex(/^[\p{L}\p{M}\p{N}_-]+$/u)
      .nullable(),
  ),
  locale: undefinedIfEmpty(LocaleIn),
  status: undefinedIfEmpty(PostStatus),
  type: undefinedIfEmpty(z.literal('report')),
  post_date: undefinedIfEmpty(DateIn),
  author_email: OptionalText.pipe(z.email().max(limits.email).nullable()),
  author_realname: OptionalText.pipe(z.string().max(limits.name).nullable()),
  /** Validated against the survey by the server. */
  values: objectIn(z.record(z.string(), z.unknown())),
  /** Ids, names, or objects with an id. */
  tags: listOrNullIn(
    z.array(
      z.union([z.number(), z.string(), z.object({ id: Id })], {
        error: typeError('an id, a name or an object with an id'),
      }),
    ),
  ),
  published_to: listOrNullIn(z.array(z.string())),
  completed_stages: listOrNullIn(z.array(Id)),
  /**
   * A honeypot field that people do not see. The report of a visitor who fills it in is held for review
   * (docs/decisions/0024).
   */
  website: z.unknown(),
  /** Claims from uploads without an account, for pictures that this post uses. */
  media_claims: listIn(z.array(MediaClaim).max(limits.mediaClaims)),
  /**
   * For new posts without an account: the hash of the key of a receipt, with which the sender comes back to the report
   * (`receipts/receipts.ts`). SHA-256 of the 32 bytes of the key, in base64url.
   */
  receipt: undefinedIfEmpty(KeyBytes),
  /** For new posts: what the reporter agreed to, where the survey asks (`surveys/survey-consent.ts`). */
  consent: undefinedIfEmpty(ConsentAnswer),
  /**
   * For updates: the `revision` that the client read. If there is a later one, the save is rejected. It is a separate
   * field because existing clients send whole posts back, and save them repeatedly.
   */
  based_on: Id,
};

/** The body of a new post and of an update: absent keys stay unchanged, unknown keys are ignored. */
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
  deviceCache: 'reports',
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
  query: ExtraFields,
  response: Post,
  deviceCache: 'reports',
});

export const createPost = defineEndpoint({
  name: 'createPost',
  method: 'POST',
  path: '/posts',
  summary: 'Create a post; 204 if the caller may not read it',
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
  query: ExtraFields,
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
