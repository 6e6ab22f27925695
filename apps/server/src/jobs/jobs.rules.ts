/** Who may look after work that nobody waits for: administrators. */
import type { Privilege } from '@waypost/contract/common/permissions';
import type { Viewer } from '../kernel/security/viewer.ts';

export const jobPrivileges = (viewer: Viewer): Privilege[] =>
  viewer.isAdmin ? ['read', 'update', 'delete', 'search'] : [];
