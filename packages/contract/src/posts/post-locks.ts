/** Locks: who is working on a post, so that nobody else saves it meanwhile (API v3 §2.1, "Locks"; rulings 9 and 10). */
import { z } from 'zod';
import { defineEndpoint } from '../common/endpoint.ts';
import { Privileges } from '../common/permissions.ts';
import { Id, IdOut, Relation } from '../common/scalars.ts';

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

const postParams = z.object({ id: Id });
const lockParams = z.object({ id: Id, lockId: Id });

export const acquireLock = defineEndpoint({
  name: 'acquireLock',
  method: 'PUT',
  path: '/posts/{id}/lock',
  summary:
    'Take the lock of a post, or keep one that the caller holds; 404 `post.locked` when somebody else does',
  scope: 'posts',
  params: postParams,
  response: PostLock,
});

export const renewLock = defineEndpoint({
  name: 'renewLock',
  method: 'PUT',
  path: '/posts/{id}/lock/{lockId}',
  summary:
    'Keep that very lock; 404 `post.lock-gone` when it was removed or ran out, `post.locked` when somebody else holds the post by now',
  scope: 'posts',
  params: lockParams,
  response: PostLock,
});

export const breakLock = defineEndpoint({
  name: 'breakLock',
  method: 'DELETE',
  path: '/posts/{id}/lock',
  summary: 'Remove the lock of a post, whoever holds it',
  scope: 'posts',
  params: postParams,
  response: ReleasedLock,
});

export const releaseLock = defineEndpoint({
  name: 'releaseLock',
  method: 'DELETE',
  path: '/posts/{id}/lock/{lockId}',
  summary: 'Remove that very lock; one that was taken by somebody else since stays',
  scope: 'posts',
  params: lockParams,
  response: ReleasedLock,
});

export const releaseLocks = defineEndpoint({
  name: 'releaseLocks',
  method: 'DELETE',
  path: '/posts/lock',
  summary: 'Remove every lock that the caller holds',
  scope: 'posts',
  response: z.object({ count: z.number().int() }),
});
