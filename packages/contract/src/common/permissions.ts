/** Who may do what: the names of permissions, of the privileges that each answer carries, and of the built-in roles. */
import { z } from 'zod';

/** Permission names as roles hold them (wire 1.12). `Bulk Data Import` alone opens import, not export (spec 3 §6). */
export const permissions = [
  'Manage Users',
  'Manage Posts',
  'Manage Settings',
  'Bulk Data Import and Export',
  'Bulk Data Import',
  'Edit their own posts',
  'Manage Collections and Saved Searches',
] as const;
export const Permission = z.enum(permissions);
export type Permission = z.infer<typeof Permission>;

/** The two roles that every deployment has. `admin` passes every check without holding rows. */
export const builtInRoles = { admin: 'admin', member: 'user' } as const;

/** What the caller may do with the entity that carries the list (wire 1.11). */
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

/** The last key of every entity. */
export const Privileges = z.array(Privilege);
