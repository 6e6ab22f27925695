/** Who may open pages of the settings (spec 3 §6). Apart from their table, since every page has a link to the settings. */
import { builtInRoles, type Permission } from '@waypost/contract/common/permissions';
import { type Account, hasPermission } from '../../api/session.ts';

/** One of these permissions is required, or the role `admin`. */
export type RequiredPermissions = readonly Permission[] | typeof builtInRoles.admin;

/** Of the index, and of pages that concern all who manage something. */
export const anySettingsPermission: RequiredPermissions = [
  'Manage Settings',
  'Manage Users',
  'Bulk Data Import and Export',
  'Bulk Data Import',
];

/** Whether an account has the permissions. */
export const canOpen = (account: Account | null, required: RequiredPermissions): boolean =>
  required === builtInRoles.admin
    ? account?.role === builtInRoles.admin
    : required.some((permission) => hasPermission(account, permission));
