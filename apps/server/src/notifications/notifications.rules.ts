/** Who may access notifications: their own user only (API v3 §2.11). */
import type { Privilege } from '@waypost/contract/common/permissions';
import type { Viewer } from '../kernel/security/viewer.ts';

/** Privileges of a viewer on their own notifications. */
export const notificationPrivileges = (viewer: Viewer): Privilege[] =>
  viewer.isSignedIn ? ['read', 'create', 'update', 'delete', 'search'] : [];
