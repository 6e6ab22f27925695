/** Authorization of API keys: administrators only, since a key can write to any post (API v3 §2.20). */
import type { Privilege } from '@waypost/contract/common/permissions';
import type { Viewer } from '../kernel/security/viewer.ts';

/** The viewer's privileges for API keys. */
export const apiKeyPrivileges = (viewer: Viewer): Privilege[] =>
  viewer.isAdmin ? ['read', 'create', 'update', 'delete', 'search'] : [];
