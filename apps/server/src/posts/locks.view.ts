/** Locks as they leave the server. */
import type { PostLock, ReleasedLock } from '@waypost/contract/post-locks';
import type { Privilege } from '@waypost/contract/privileges';
import type { Viewer } from '../kernel/viewer.ts';
import type { Addresses } from '../kernel/wire.ts';
import type { LockRow } from './locks.sql.ts';
import { allPrivileges, managesPosts } from './posts.rules.ts';

const privilegesOf = (viewer: Viewer): Privilege[] =>
  managesPosts(viewer) ? [...allPrivileges] : ['read', 'delete', 'search'];

export const viewLock = (viewer: Viewer, addresses: Addresses, lock: LockRow): PostLock => ({
  id: lock.id,
  url: addresses.entity('post_locks', lock.id),
  user: { ...addresses.relation('users', lock.user_id), realname: lock.realname },
  post_id: lock.post_id,
  expires: Math.floor(lock.expires.getTime() / 1000),
  allowed_privileges: privilegesOf(viewer),
});

export const viewReleasedLock = (
  viewer: Viewer,
  addresses: Addresses,
  lock: LockRow | undefined,
): ReleasedLock =>
  lock
    ? viewLock(viewer, addresses, lock)
    : {
        id: null,
        url: null,
        user: null,
        post_id: null,
        expires: null,
        allowed_privileges: privilegesOf(viewer),
      };
