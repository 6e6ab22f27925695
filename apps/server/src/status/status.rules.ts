/** Who may see how the deployment fares: administrators. */
import type { Privilege } from '@waypost/contract/privileges';
import type { Viewer } from '../kernel/viewer.ts';

export const statusPrivileges = (viewer: Viewer): Privilege[] => (viewer.isAdmin ? ['read'] : []);
