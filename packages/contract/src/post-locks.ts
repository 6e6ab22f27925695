/** Locks: who is working on a post, so that nobody else saves it meanwhile (wire 2.1, "Locks"; rulings 9 and 10). */
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Privileges } from './privileges.ts';
import { Id, IdOut, Relation } from './scalars.ts';

export const PostLock = z.object({
  /** Another one whenever the lock changes hands. */
  id: IdOut,
  url: z.string(),
  /** Ours beside the relation: what to call who holds it. */
  user: Relation.extend({ realname: z.string().nullable().optional() }),
  post_id: IdOut,
  /** Epoch seconds; later each time the lock is kept. */
  expires: z.number().int(),
  allowed_privileges: Privileges,
});
export type PostLock = z.infer<typeof PostLock>;

/** What was released; everything is null when there was nothing to release. */
export const ReleasedLock = z.object({
  id: IdOut.nullable(),
  url: z.string().nullable(),
  user: PostLock.shape.user.nullable(),
  post_id: IdOut.nullable(),
  expires: z.number().int().nullable(),
  allowed_privileges: Privileges,
});
export type ReleasedLock = z.infer<typeof ReleasedLock>;

const post = z.object({ id: Id });
const lockOfPost = z.object({ id: Id, lockId: Id });

export const takeLock = endpoint({
  name: 'takeLock',
  method: 'PUT',
  path: '/posts/{id}/lock',
  summary:
    'Take the lock of a post, or keep one that the caller holds; 404 `post.locked` when somebody else does',
  scope: 'posts',
  params: post,
  answer: PostLock,
});

export const keepLock = endpoint({
  name: 'keepLock',
  method: 'PUT',
  path: '/posts/{id}/lock/{lockId}',
  summary:
    'Keep that very lock; 404 `post.lock-gone` when it was removed or ran out, `post.locked` when somebody else holds the post by now',
  scope: 'posts',
  params: lockOfPost,
  answer: PostLock,
});

export const breakLock = endpoint({
  name: 'breakLock',
  method: 'DELETE',
  path: '/posts/{id}/lock',
  summary: 'Remove the lock of a post, whoever holds it',
  scope: 'posts',
  params: post,
  answer: ReleasedLock,
});

export const releaseLock = endpoint({
  name: 'releaseLock',
  method: 'DELETE',
  path: '/posts/{id}/lock/{lockId}',
  summary: 'Remove that very lock; one that was taken by somebody else since stays',
  scope: 'posts',
  params: lockOfPost,
  answer: ReleasedLock,
});

export const releaseLocks = endpoint({
  name: 'releaseLocks',
  method: 'DELETE',
  path: '/posts/lock',
  summary: 'Remove every lock that the caller holds',
  scope: 'posts',
  answer: z.object({ count: z.number().int() }),
});
