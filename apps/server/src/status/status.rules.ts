/** Permissions on the status. */
import type { Privilege } from '@waypost/contract/common/permissions';
import type { Viewer } from '../kernel/security/viewer.ts';

/** Administrators may read the status. */
export const statusPrivileges = (viewer: Viewer): Privilege[] => (viewer.isAdmin ? ['read'] : []);
