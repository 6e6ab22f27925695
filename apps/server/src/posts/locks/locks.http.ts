/** Routes of locks. */
import * as contract from '@waypost/contract/posts/post-locks';
import { type MountContext, route } from '../../kernel/http/route.ts';
import { acquireLock, releaseLock, releaseOwnLocks, renewLock } from './lock-post.ts';
import { viewLock, viewReleasedLock } from './locks.view.ts';

/** Mounts the routes that acquire, renew and release locks. */
export function mountLocks(mount: MountContext): void {
  route(mount, contract.acquireLock, async ({ tx, viewer, urls, params }) =>
    viewLock(viewer, urls, await acquireLock(tx, viewer, params.id)),
  );
  route(mount, contract.renewLock, async ({ tx, viewer, urls, params }) =>
    viewLock(viewer, urls, await renewLock(tx, viewer, params.id, params.lockId)),
  );
  route(mount, contract.breakLock, async ({ tx, viewer, urls, params }) =>
    viewReleasedLock(viewer, urls, await releaseLock(tx, viewer, params.id)),
  );
  route(mount, contract.releaseLock, async ({ tx, viewer, urls, params }) =>
    viewReleasedLock(viewer, urls, await releaseLock(tx, viewer, params.id, params.lockId)),
  );
  route(mount, contract.releaseLocks, async ({ tx, viewer }) => ({
    count: await releaseOwnLocks(tx, viewer),
  }));
}
