/** Who may do what to a notification: whoever it is for, and nobody else (API v3 §2.11). */
import type { Privilege } from '@waypost/contract/common/permissions';
import type { Viewer } from '../kernel/security/viewer.ts';

export const notificationPrivileges = (viewer: Viewer): Privilege[] =>
  viewer.isSignedIn ? ['read', 'create', 'update', 'delete', 'search'] : [];
