/** The endpoint of the status page. */
import { readStatus } from '@waypost/contract/status/status';
import { type MountContext, route } from '../kernel/http/route.ts';
import { requirePrivilege } from '../kernel/security/require-privilege.ts';
import { collectStatus, type StatusOptions } from './read-status.ts';
import { statusPrivileges } from './status.rules.ts';

/** Mounts the endpoint. */
export function mountStatus(mount: MountContext, options: Omit<StatusOptions, 'db'>): void {
  route(mount, readStatus, async ({ tx, viewer }) => {
    requirePrivilege(viewer, statusPrivileges(viewer), 'read', 'status');
    return collectStatus(tx, { ...options, db: mount.db });
  });
}
