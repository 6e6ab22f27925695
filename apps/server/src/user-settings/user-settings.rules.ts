/** Who may do what to a person's settings: that person, and nobody else. */
import type { Privilege } from '@waypost/contract/common/permissions';
import type { Viewer } from '../kernel/security/viewer.ts';

export const userSettingPrivileges = (viewer: Viewer, ownerId: number): Privilege[] =>
  viewer.isSignedIn && viewer.id === ownerId ? ['read', 'create', 'update', 'delete', 'search'] : [];

/** Whether a setting is a key of another service. */
export const isSecretKey = (key: string): boolean => /api/i.test(key);

/** Keys of other services are shown by their last four characters (API v3 §2.6.1). */
export const maskSecret = (key: string, value: string): string =>
  isSecretKey(key) ? `${'*'.repeat(Math.max(0, value.length - 4))}${value.slice(-4)}` : value;
