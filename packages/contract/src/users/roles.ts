/** Roles and the permissions they hold (API v3 §2.8). */
import { z } from 'zod';
import { defineEndpoint } from '../common/endpoint.ts';
import { limits } from '../common/limits.ts';
import { listQuery, listResponse } from '../common/list-envelope.ts';
import { builtInRoles, Permission, Privileges } from '../common/permissions.ts';
import { BooleanIn, Id, IdOut, listIn, OptionalText, TrimmedText } from '../common/scalars.ts';

/** A role as the API returns it. */
export const Role = z.object({
  id: IdOut,
  url: z.string(),
  name: z.string(),
  display_name: z.string().nullable(),
  description: z.string().nullable(),
  permissions: z.array(z.string()),
  /** True for the built-in roles, which cannot be deleted or renamed. */
  protected: z.boolean(),
  /** Extension: whether the caller may assign this role. Absent from other servers. */
  may_give: z.boolean().optional(),
  allowed_privileges: Privileges,
});
export type Role = z.infer<typeof Role>;

/**
 * Roles that new deployments have beside administrators and members; others can add them. Their names and descriptions are stored
 * and can be changed.
 */
export const standardRoles = [
  {
    name: 'reviewer',
    display_name: 'Reviewer',
    description: 'Checks reports and publishes them',
    permissions: ['Manage Posts'],
  },
  {
    name: 'editor',
    display_name: 'Editor',
    description: 'Looks after reports, surveys, categories and collections',
    permissions: [
      'Manage Posts',
      'View personal data',
      'Manage Settings',
      'Manage Collections and Saved Searches',
      'Bulk Data Import and Export',
      'Edit their own posts',
    ],
  },
] as const satisfies readonly {
  name: string;
  display_name: string;
  description: string;
  permissions: readonly Permission[];
}[];

/** The built-in and standard roles with their initial texts. Clients translate texts that nobody has changed. */
export const initialRoles = [
  { name: builtInRoles.admin, display_name: 'Admin', description: 'Administrator' },
  { name: builtInRoles.member, display_name: 'Member', description: 'Registered member' },
  ...standardRoles,
] as const;

const roleName = z.string().trim().min(limits.roleName.min).max(limits.roleName.max);

/** A new role. `name` is generated from `display_name` if it is absent (spec 3 §3). */
export const RoleInput = z.object({
  name: roleName.optional(),
  display_name: OptionalText.pipe(roleName.nullable()).optional(),
  description: OptionalText.pipe(z.string().max(limits.description).nullable()).optional(),
  permissions: listIn(z.array(Permission)).default([]),
  protected: BooleanIn.optional(),
});

/** An update of a role. */
export const RoleChange = RoleInput.extend({ permissions: listIn(z.array(Permission)).optional() });

/** The role form: people enter the display name. */
export const RoleForm = z.object({
  display_name: roleName,
  description: TrimmedText.pipe(z.string().max(limits.description)),
  permissions: z.array(Permission),
});

export const roleSortFields = ['id', 'name', 'display_name'] as const;
const idParams = z.object({ id: Id });

export const listRoles = defineEndpoint({
  name: 'listRoles',
  method: 'GET',
  path: '/roles',
  summary: 'Roles',
  scope: 'roles',
  query: listQuery(roleSortFields).extend({ q: z.string().optional(), name: z.string().optional() }),
  response: listResponse(Role),
  neededAtStart: true,
  deviceCache: 'own',
});

export const readRole = defineEndpoint({
  name: 'readRole',
  method: 'GET',
  path: '/roles/{id}',
  summary: 'One role',
  scope: 'roles',
  params: idParams,
  response: Role,
  deviceCache: 'own',
});

export const createRole = defineEndpoint({
  name: 'createRole',
  method: 'POST',
  path: '/roles',
  summary: 'Make a role',
  scope: 'roles',
  body: RoleInput,
  response: Role,
});

export const updateRole = defineEndpoint({
  name: 'updateRole',
  method: 'PUT',
  path: '/roles/{id}',
  summary: 'Change a role',
  scope: 'roles',
  params: idParams,
  body: RoleChange,
  response: Role,
});

export const deleteRole = defineEndpoint({
  name: 'deleteRole',
  method: 'DELETE',
  path: '/roles/{id}',
  summary: 'Delete a role; its users get the role `user`',
  scope: 'roles',
  params: idParams,
  response: Role,
});

/** A permission as the API returns it. */
export const PermissionEntity = z.object({
  id: IdOut,
  url: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  allowed_privileges: Privileges,
});

export const listPermissions = defineEndpoint({
  name: 'listPermissions',
  method: 'GET',
  path: '/permissions',
  summary: 'Permissions that a role can hold',
  scope: 'permissions',
  token: 'required',
  needs: ['Manage Users', 'Manage Settings'],
  query: listQuery(['id', 'name']),
  response: listResponse(PermissionEntity),
});

export const readPermission = defineEndpoint({
  name: 'readPermission',
  method: 'GET',
  path: '/permissions/{id}',
  summary: 'One permission',
  scope: 'permissions',
  token: 'required',
  needs: ['Manage Users', 'Manage Settings'],
  params: idParams,
  response: PermissionEntity,
});
