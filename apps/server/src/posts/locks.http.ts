/** The addresses of locks. */
import * as contract from '@waypost/contract/post-locks';
import { type Mount, route } from '../kernel/route.ts';
import { keepLock, removeLock, removeOwnLocks, takeLock } from './lock-post.ts';
import { viewLock, viewReleasedLock } from './locks.view.ts';

export function mountLocks(mount: Mount): void {
  route(mount, contract.takeLock, async ({ tx, viewer, addresses, params }) =>
    viewLock(viewer, addresses, await takeLock(tx, viewer, params.id)),
  );
  route(mount, contract.keepLock, async ({ tx, viewer, addresses, params }) =>
    viewLock(viewer, addresses, await keepLock(tx, viewer, params.id, params.lockId)),
  );
  route(mount, contract.breakLock, async ({ tx, viewer, addresses, params }) =>
    viewReleasedLock(viewer, addresses, await removeLock(tx, viewer, params.id)),
  );
  route(mount, contract.releaseLock, async ({ tx, viewer, addresses, params }) =>
    viewReleasedLock(viewer, addresses, await removeLock(tx, viewer, params.id, params.lockId)),
  );
  route(mount, contract.releaseLocks, async ({ tx, viewer }) => ({
    count: await removeOwnLocks(tx, viewer),
  }));
}
