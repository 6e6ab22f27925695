/** Who may do what with simulated phones: they speak for anybody, so they are an administrator's. */
import type { Privilege } from '@waypost/contract/privileges';
import type { Viewer } from '../kernel/viewer.ts';

export const phonePrivileges = (viewer: Viewer): Privilege[] => (viewer.isAdmin ? ['create', 'search'] : []);
