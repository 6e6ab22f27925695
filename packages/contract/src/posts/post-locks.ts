/** Locks: while somebody edits a post, nobody else can save it (API v3 §2.1, "Locks"; rulings 9 and 10). */
import { z } from 'zod';
import { defineEndpoint } from '../common/endpoint.ts';
import { Privileges } from '../common/permissions.ts';
import { Id, IdOut, Relation } from '../common/scalars.ts';

/** The lock of a post. */
export const PostLock = z.object({
  /** Changes whenever another person takes the lock. */
  id: IdOut,
  url: z.string(),
  /** The holder. `realname` is an extension. Null if it is the author of the post, and hidden from the caller. */
  user: Relation.extend({ realname: z.string().nullable().optional() }).nullable(),
  post_id: IdOut,
  /** Unix seconds; later after each renewal. */
  expires: z.number().int(),
  allowed_privileges: Privileges,
});
export type PostLock = z.infer<typeof PostLock>;

/** The released lock; all fields are null if there was none. */
export const ReleasedLock = z.object({
  id: IdOut.nullable(),
  url: z.string().nullable(),
  user: PostLock.shape.user,
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
    'Acquire the lock of a post, or renew the caller’s lock; 404 `post.locked` if somebody else holds it',
  scope: 'posts',
  params: postParams,
  response: PostLock,
});

export const renewLock = defineEndpoint({
  name: 'renewLock',
  method: 'PUT',
  path: '/posts/{id}/lock/{lockId}',
  summary:
    'Renew this lock; 404 `post.lock-gone` if it was removed or has expired, `post.locked` if somebody else holds the lock now',
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
  summary: 'Remove this lock; a later lock of somebody else stays',
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
