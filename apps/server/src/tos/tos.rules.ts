/** Authorization of agreements to the terms of service: only one's own, which cannot be changed. */
import type { Privilege } from '@waypost/contract/common/permissions';
import type { Viewer } from '../kernel/security/viewer.ts';

/** The viewer's privileges for an agreement. */
export const agreementPrivileges = (viewer: Viewer, ownerId: number | null): Privilege[] =>
  viewer.isSignedIn && viewer.id === ownerId ? ['read', 'create', 'search'] : [];
