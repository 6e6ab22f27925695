/** Permissions, the privileges that each response carries, and the built-in roles. */
import { z } from 'zod';

/**
 * Permission names as roles hold them (API v3 §1.12). `Bulk Data Import` alone opens import, not export (spec 3 §6). `View personal
 * data` adds hidden authors and contacts to what `Manage Posts` shows (docs/decisions/0073).
 */
export const permissions = [
  'Manage Users',
  'Manage Posts',
  'Manage Settings',
  'Bulk Data Import and Export',
  'Bulk Data Import',
  'Edit their own posts',
  'Manage Collections and Saved Searches',
  'View personal data',
] as const;
/**
 * Those that `GET /permissions` and the form of a role offer. `Bulk Data Import` is an older name that overlaps with `Bulk Data Import
 * and Export`: roles that have it keep it, and may still be given it (API v3 §1.12).
 */
export const offeredPermissions = permissions.filter((it) => it !== 'Bulk Data Import');
/** A permission of a role. */
export const Permission = z.enum(permissions);
export type Permission = z.infer<typeof Permission>;

/** The two roles of every deployment. `admin` passes every check without stored permissions. */
export const builtInRoles = { admin: 'admin', member: 'user' } as const;

/** What the caller may do with the entity that contains the list (API v3 §1.11). */
export const Privilege = z.enum([
  'read',
  'create',
  'update',
  'delete',
  'search',
  'change_status',
  'read_full',
  'register',
]);
export type Privilege = z.infer<typeof Privilege>;

/** `allowed_privileges`, the last key of every entity. */
export const Privileges = z.array(Privilege);
