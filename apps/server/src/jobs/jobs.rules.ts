/** Permissions on background jobs. */
import type { Privilege } from '@waypost/contract/common/permissions';
import type { Viewer } from '../kernel/security/viewer.ts';

/** Administrators may read, retry and delete jobs. */
export const jobPrivileges = (viewer: Viewer): Privilege[] =>
  viewer.isAdmin ? ['read', 'update', 'delete', 'search'] : [];
