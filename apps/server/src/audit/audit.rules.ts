/** Who may read the log of changes: administrators. Nobody writes it over the wire. */
import type { Privilege } from '@waypost/contract/common/permissions';
import type { Viewer } from '../kernel/security/viewer.ts';

export const auditPrivileges = (viewer: Viewer): Privilege[] => (viewer.isAdmin ? ['read', 'search'] : []);
