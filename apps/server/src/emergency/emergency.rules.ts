/** Who may use the measures for an emergency. Pure. */
import type { Privilege } from '@waypost/contract/common/permissions';
import type { Viewer } from '../kernel/security/viewer.ts';

/** Administrators only. */
export const emergencyPrivileges = (viewer: Viewer): Privilege[] =>
  viewer.isAdmin ? ['read', 'update', 'delete'] : [];
