/** Roles and the permissions they hold (wire 2.8). */
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { listOfEntities, listQuery } from './envelope.ts';
import { limits } from './limits.ts';
import { Permission, Privileges } from './privileges.ts';
import { BoolIn, Id, IdOut, OptionalText, Text } from './scalars.ts';

export const Role = z.object({
  id: IdOut,
  url: z.string(),
  name: z.string(),
  display_name: z.string().nullable(),
  description: z.string().nullable(),
  permissions: z.array(z.string()),
  /** True for the built-in roles: they can be neither deleted nor renamed. */
  protected: z.boolean(),
  /** Ours: whether the caller may make somebody this. Other servers do not say. */
  may_give: z.boolean().optional(),
  allowed_privileges: Privileges,
});
export type Role = z.infer<typeof Role>;

const name = z.string().trim().min(limits.roleName.min).max(limits.roleName.max);

/** `name` is made from `display_name` when only that is sent (spec 3 §3). */
export const RoleInput = z.object({
  name: name.optional(),
  display_name: OptionalText.pipe(name.nullable()).optional(),
  description: OptionalText.pipe(z.string().max(limits.description).nullable()).optional(),
  permissions: z.array(Permission).default([]),
  protected: BoolIn.optional(),
});

export const RoleChange = RoleInput.extend({ permissions: z.array(Permission).optional() });

/** The form of a role: people give it the name that is shown. */
export const RoleForm = z.object({
  display_name: name,
  description: Text.pipe(z.string().max(limits.description)),
  permissions: z.array(Permission),
});

export const roleOrders = ['id', 'name', 'display_name'] as const;
const one = z.object({ id: Id });

export const listRoles = endpoint({
  name: 'listRoles',
  method: 'GET',
  path: '/roles',
  summary: 'Roles',
  scope: 'roles',
  query: listQuery(roleOrders).extend({ q: z.string().optional(), name: z.string().optional() }),
  answer: listOfEntities(Role),
});

export const readRole = endpoint({
  name: 'readRole',
  method: 'GET',
  path: '/roles/{id}',
  summary: 'One role',
  scope: 'roles',
  params: one,
  answer: Role,
});

export const createRole = endpoint({
  name: 'createRole',
  method: 'POST',
  path: '/roles',
  summary: 'Make a role',
  scope: 'roles',
  body: RoleInput,
  answer: Role,
});

export const updateRole = endpoint({
  name: 'updateRole',
  method: 'PUT',
  path: '/roles/{id}',
  summary: 'Change a role',
  scope: 'roles',
  params: one,
  body: RoleChange,
  answer: Role,
});

export const deleteRole = endpoint({
  name: 'deleteRole',
  method: 'DELETE',
  path: '/roles/{id}',
  summary: 'Delete a role; its people become ordinary members',
  scope: 'roles',
  params: one,
  answer: Role,
});

export const PermissionRow = z.object({
  id: IdOut,
  url: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  allowed_privileges: Privileges,
});

export const listPermissions = endpoint({
  name: 'listPermissions',
  method: 'GET',
  path: '/permissions',
  summary: 'Permissions that a role can hold',
  scope: 'permissions',
  token: 'required',
  needs: ['Manage Users', 'Manage Settings'],
  query: listQuery(['id', 'name']),
  answer: listOfEntities(PermissionRow),
});

export const readPermission = endpoint({
  name: 'readPermission',
  method: 'GET',
  path: '/permissions/{id}',
  summary: 'One permission',
  scope: 'permissions',
  token: 'required',
  needs: ['Manage Users', 'Manage Settings'],
  params: one,
  answer: PermissionRow,
});
