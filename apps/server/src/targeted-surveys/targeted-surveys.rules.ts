/** Who may use simulated phones: administrators only, since they can send as any number. */
import type { Privilege } from '@waypost/contract/common/permissions';
import type { Viewer } from '../kernel/security/viewer.ts';

/** Privileges of a viewer on simulated phones. */
export const simulatedPhonePrivileges = (viewer: Viewer): Privilege[] =>
  viewer.isAdmin ? ['create', 'search'] : [];
