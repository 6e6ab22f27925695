/** Who may make, see and revoke API keys: administrators (API v3 §2.20). A key writes to any post. */
import type { Privilege } from '@waypost/contract/common/permissions';
import type { Viewer } from '../kernel/security/viewer.ts';

export const apiKeyPrivileges = (viewer: Viewer): Privilege[] =>
  viewer.isAdmin ? ['read', 'create', 'update', 'delete', 'search'] : [];
