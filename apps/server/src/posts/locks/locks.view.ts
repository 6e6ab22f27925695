/** Locks in the format of API v3. */

import type { Privilege } from '@waypost/contract/common/permissions';
import type { PostLock, ReleasedLock } from '@waypost/contract/posts/post-locks';
import type { UrlBuilder } from '../../kernel/http/api-format.ts';
import type { Viewer } from '../../kernel/security/viewer.ts';
import { allPrivileges, canManagePosts } from '../posts.rules.ts';
import { isWithheld } from '../visibility/withheld-reporter.ts';
import type { LockRow } from './locks.sql.ts';

const lockPrivileges = (viewer: Viewer): Privilege[] =>
  canManagePosts(viewer) ? [...allPrivileges] : ['read', 'delete', 'search'];

/** Whether the holder is not named to the viewer, because it is the hidden author of the post. */
export const isHolderWithheld = (viewer: Viewer, lock: LockRow): boolean =>
  isWithheld(
    viewer,
    { id: lock.post_id, user_id: lock.author_id, masked_user_id: lock.masked_author_id },
    lock.user_id,
  );

/** An active lock. */
export const viewLock = (viewer: Viewer, urls: UrlBuilder, lock: LockRow): PostLock => ({
  id: lock.id,
  url: urls.entity('post_locks', lock.id),
  user: isHolderWithheld(viewer, lock)
    ? null
    : { ...urls.relation('users', lock.user_id), realname: lock.realname },
  post_id: lock.post_id,
  expires: Math.floor(lock.expires.getTime() / 1000),
  allowed_privileges: lockPrivileges(viewer),
});

/** The lock that was released; null in each field when there was none. */
export const viewReleasedLock = (
  viewer: Viewer,
  urls: UrlBuilder,
  lock: LockRow | undefined,
): ReleasedLock =>
  lock
    ? viewLock(viewer, urls, lock)
    : {
        id: null,
        url: null,
        user: null,
        post_id: null,
        expires: null,
        allowed_privileges: lockPrivileges(viewer),
      };
