/** Who may do what to a person's settings: that person, and nobody else. */
import type { Privilege } from '@waypost/contract/privileges';
import type { Viewer } from '../kernel/viewer.ts';

export const userSettingPrivileges = (viewer: Viewer, owner: number): Privilege[] =>
  viewer.isSignedIn && viewer.id === owner ? ['read', 'create', 'update', 'delete', 'search'] : [];

/** Whether a setting is a key of another service. */
export const isSecretKey = (key: string): boolean => /api/i.test(key);

/** Keys of other services are shown by their last four characters (wire 2.6.1). */
export const masked = (key: string, value: string): string =>
  isSecretKey(key) ? `${'*'.repeat(Math.max(0, value.length - 4))}${value.slice(-4)}` : value;
