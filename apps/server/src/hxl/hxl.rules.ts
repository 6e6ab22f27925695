/** Who may use the words of humanitarian data and the exchange (API v3 §2.18). Pure. */

import type { Privilege } from '@waypost/contract/common/permissions';
import { hxlPermissions } from '@waypost/contract/hxl/hxl';
import type { Viewer } from '../kernel/security/viewer.ts';

/** The vocabulary is the same for everybody, and nobody changes it. */
export const vocabularyPrivileges = (viewer: Viewer): Privilege[] =>
  viewer.can(...hxlPermissions) ? ['read', 'search'] : [];

/** What the exchange is told is its author's alone. */
export const metadataPrivileges = (viewer: Viewer, owner: number): Privilege[] =>
  viewer.isSignedIn && viewer.can(...hxlPermissions) && viewer.id === owner
    ? ['read', 'create', 'search']
    : [];
