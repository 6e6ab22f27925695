/** The address of the deployment's state. */
import { readStatus } from '@waypost/contract/status';
import { require } from '../kernel/refuse.ts';
import { type Mount, route } from '../kernel/route.ts';
import { statusPrivileges } from './status.rules.ts';
import { type StatusOptions, takeStatus } from './take-status.ts';

export function mountStatus(mount: Mount, options: Omit<StatusOptions, 'db'>): void {
  route(mount, readStatus, async ({ tx, viewer }) => {
    require(viewer, statusPrivileges(viewer), 'read', 'status');
    return takeStatus(tx, { ...options, db: mount.db });
  });
}
