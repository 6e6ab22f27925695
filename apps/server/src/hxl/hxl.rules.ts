/** Authorization of the HXL vocabulary and of dataset metadata (API v3 §2.18). Pure. */

import type { Privilege } from '@waypost/contract/common/permissions';
import { hxlPermissions } from '@waypost/contract/hxl/hxl';
import type { Viewer } from '../kernel/security/viewer.ts';

/** The viewer's privileges for the vocabulary, which is read-only. */
export const vocabularyPrivileges = (viewer: Viewer): Privilege[] =>
  viewer.can(...hxlPermissions) ? ['read', 'search'] : [];

/** The viewer's privileges for dataset metadata. Only the owner has any. */
export const metadataPrivileges = (viewer: Viewer, ownerId: number): Privilege[] =>
  viewer.isSignedIn && viewer.can(...hxlPermissions) && viewer.id === ownerId
    ? ['read', 'create', 'search']
    : [];
