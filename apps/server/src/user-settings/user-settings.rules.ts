/** Authorization of user settings: only the owner. */
import type { Privilege } from '@waypost/contract/common/permissions';
import type { Viewer } from '../kernel/security/viewer.ts';

/** The viewer's privileges for the settings of a user. */
export const userSettingPrivileges = (viewer: Viewer, ownerId: number): Privilege[] =>
  viewer.isSignedIn && viewer.id === ownerId ? ['read', 'create', 'update', 'delete', 'search'] : [];

/** Whether a setting contains an API key of another service. */
export const isSecretKey = (key: string): boolean => /api/i.test(key);

/** Masks all but the last four characters of an API key (API v3 §2.6.1). */
export const maskSecret = (key: string, value: string): string =>
  isSecretKey(key) ? `${'*'.repeat(Math.max(0, value.length - 4))}${value.slice(-4)}` : value;
