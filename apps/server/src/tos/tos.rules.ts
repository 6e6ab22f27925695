/** Who may do what with agreements to the terms: everybody with their own. They are never changed. */
import type { Privilege } from '@waypost/contract/common/permissions';
import type { Viewer } from '../kernel/security/viewer.ts';

export const agreementPrivileges = (viewer: Viewer, owner: number | null): Privilege[] =>
  viewer.isSignedIn && viewer.id === owner ? ['read', 'create', 'search'] : [];
