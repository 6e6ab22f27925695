/** Permissions on the audit log. */
import type { Privilege } from '@waypost/contract/common/permissions';
import type { Viewer } from '../kernel/security/viewer.ts';

/** Administrators may read the log. The API cannot write it. */
export const auditPrivileges = (viewer: Viewer): Privilege[] => (viewer.isAdmin ? ['read', 'search'] : []);
