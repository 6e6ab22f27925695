/** Who may do what with simulated phones: they speak for anybody, so they are an administrator's. */
import type { Privilege } from '@waypost/contract/common/permissions';
import type { Viewer } from '../kernel/security/viewer.ts';

export const simulatedPhonePrivileges = (viewer: Viewer): Privilege[] =>
  viewer.isAdmin ? ['create', 'search'] : [];
