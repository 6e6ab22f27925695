/** Who may do what with agreements to the terms: everybody with their own. They are never changed. */
import type { Privilege } from '@waypost/contract/privileges';
import type { Viewer } from '../kernel/viewer.ts';

export const agreementPrivileges = (viewer: Viewer, owner: number | null): Privilege[] =>
  viewer.isSignedIn && viewer.id === owner ? ['read', 'create', 'search'] : [];
