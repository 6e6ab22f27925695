/** Who may make, see and revoke API keys: administrators (wire 2.20). A key writes to any post. */
import type { Privilege } from '@waypost/contract/privileges';
import type { Viewer } from '../kernel/viewer.ts';

export const apiKeyPrivileges = (viewer: Viewer): Privilege[] =>
  viewer.isAdmin ? ['read', 'create', 'update', 'delete', 'search'] : [];
