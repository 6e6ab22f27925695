/** Who may see how the deployment fares: administrators. */
import type { Privilege } from '@waypost/contract/common/permissions';
import type { Viewer } from '../kernel/security/viewer.ts';

export const statusPrivileges = (viewer: Viewer): Privilege[] => (viewer.isAdmin ? ['read'] : []);
