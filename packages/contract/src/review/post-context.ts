/**
 * What helps to judge a post: possible duplicates, other posts nearby, the sender's history, earlier decisions, and time and place
 * of its photographs. An extension of API v3, for the team alone.
 */
import { z } from 'zod';
import { PostStatus } from '../browse/post-filters.ts';
import { defineEndpoint } from '../common/endpoint.ts';
import { ApiDate, Id, IdOut, Relation } from '../common/scalars.ts';
import { Point } from '../posts/posts.ts';
import { senderKinds } from '../posts/senders.ts';

/** Why a post may be a duplicate, the strongest reason first. */
export const duplicateReasons = ['picture', 'words', 'sender', 'place', 'time'] as const;
export const DuplicateReason = z.enum(duplicateReasons);
export type DuplicateReason = z.infer<typeof DuplicateReason>;

const distance = z.number().int().nonnegative();

/** Another post, compared with the one that the context is of. */
export const ComparedPost = z.object({
  id: IdOut,
  /** Where it has none, the first words of its text; null without both. */
  title: z.string().nullable(),
  status: PostStatus,
  post_date: ApiDate,
  /** Its place that is the nearest; null if one of the two has none. */
  location: Point.nullable(),
  /** Metres between the two; null if one of them has no place. */
  distance: distance.nullable(),
  /** Seconds between their dates; negative if this one is earlier. */
  seconds_later: z.number().int(),
});
export type ComparedPost = z.infer<typeof ComparedPost>;

/** A post that may report the same event. */
export const PossibleDuplicate = ComparedPost.extend({ reasons: z.array(DuplicateReason).min(1) });
export type PossibleDuplicate = z.infer<typeof PossibleDuplicate>;

/** A photograph, compared with its post. At least one of time and place is set. */
export const PhotoFacts = z.object({
  media: Relation,
  taken: ApiDate.nullable(),
  /** Seconds from the date of the post to the photograph; negative if it was taken earlier. */
  seconds_later: z.number().int().nullable(),
  location: Point.nullable(),
  /** Metres from the nearest place of the post. */
  distance: distance.nullable(),
});
export type PhotoFacts = z.infer<typeof PhotoFacts>;

/** A change of the status. */
export const PostDecision = z.object({
  created: ApiDate,
  before: PostStatus,
  after: PostStatus,
  /** Null if the account is gone or the server decided. */
  user: Relation.extend({ realname: z.string().nullable() }).nullable(),
});
export type PostDecision = z.infer<typeof PostDecision>;

/** The context of a post. */
export const PostContext = z.object({
  /** The most likely ones first. */
  duplicates: z.array(PossibleDuplicate),
  /** Within two kilometres, the nearest first, without the possible duplicates. */
  nearby: z.array(ComparedPost),
  /** The place of the post that the others are compared with; null if it has none. */
  location: Point.nullable(),
  /** Numbers of the sender's other posts. */
  sender: z.object({
    kind: z.enum(senderKinds),
    published: z.number().int(),
    draft: z.number().int(),
    archived: z.number().int(),
  }),
  /** The latest first. */
  decisions: z.array(PostDecision),
  photos: z.array(PhotoFacts),
});
export type PostContext = z.infer<typeof PostContext>;

export const readPostContext = defineEndpoint({
  name: 'readPostContext',
  method: 'GET',
  path: '/posts/{id}/context',
  summary:
    'What helps to judge a post: possible duplicates, other posts nearby, the sender’s history, earlier decisions, time and place of photographs',
  scope: 'posts',
  token: 'required',
  needs: ['Manage Posts'],
  params: z.object({ id: Id }),
  response: PostContext,
});
