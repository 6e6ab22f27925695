/** Who may use the words of humanitarian data and the exchange (wire 2.18). Pure. */
import { hxlPermissions } from '@waypost/contract/hxl';
import type { Privilege } from '@waypost/contract/privileges';
import type { Viewer } from '../kernel/viewer.ts';

/** The vocabulary is the same for everybody, and nobody changes it. */
export const wordPrivileges = (viewer: Viewer): Privilege[] =>
  viewer.may(...hxlPermissions) ? ['read', 'search'] : [];

/** What the exchange is told is its author's alone. */
export const metadataPrivileges = (viewer: Viewer, owner: number): Privilege[] =>
  viewer.isSignedIn && viewer.may(...hxlPermissions) && viewer.id === owner
    ? ['read', 'create', 'search']
    : [];
