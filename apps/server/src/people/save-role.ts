/** Making, changing and deleting roles (wire 2.8, rulings 33 and 35). */
import { builtInRoles, type Permission } from '@waypost/contract/privileges';
import type { RoleChange, RoleInput } from '@waypost/contract/roles';
import type { z } from 'zod';
import type { Tx } from '../kernel/db.ts';
import { fault, notFound, translating } from '../kernel/problem.ts';
import { refused, require } from '../kernel/refuse.ts';
import type { Viewer } from '../kernel/viewer.ts';
import { rolePrivileges } from './people.rules.ts';
import { deleteRoleRow, findRole, insertRole, type RoleRow, updateRoleRow } from './people.sql.ts';

const promises = { roles_name_once: () => fault('roles', 'name', 'taken') };

export async function readableRole(tx: Tx, viewer: Viewer, id: number): Promise<RoleRow> {
  if (!viewer.isSignedIn) throw refused(viewer, 'read', 'roles', id);
  const role = await findRole(tx, id);
  if (!role) throw notFound('roles', id);
  return role;
}

/** A name for programs from a name for people: `Field Verifier` becomes `field-verifier`. */
const nameFrom = (display: string) =>
  display
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');

export async function createRole(
  tx: Tx,
  viewer: Viewer,
  input: z.output<typeof RoleInput>,
): Promise<RoleRow> {
  require(viewer, rolePrivileges(viewer, { protected: false }), 'create', 'roles');
  const name = input.name ?? nameFrom(input.display_name ?? '');
  if (name === '') throw fault('roles', 'name', 'required');
  return translating(promises, () =>
    insertRole(tx, {
      name,
      display_name: input.display_name ?? name,
      description: input.description ?? null,
      permissions: input.permissions,
    }),
  );
}

export async function updateRole(
  tx: Tx,
  viewer: Viewer,
  id: number,
  change: z.output<typeof RoleChange>,
): Promise<RoleRow> {
  const role = await readableRole(tx, viewer, id);
  require(viewer, rolePrivileges(viewer, role), 'update', 'roles', id);
  if (change.name !== undefined && change.name !== role.name) throw fault('roles', 'name', 'immutable');
  const { permissions } = change;
  // The administrator's role holds everything by itself; rows would only suggest that they can be taken away.
  const changed: Permission[] | undefined = role.name === builtInRoles.admin ? undefined : permissions;
  return updateRoleRow(tx, id, {
    name: role.name,
    ...(change.display_name === undefined ? {} : { display_name: change.display_name }),
    ...(change.description === undefined ? {} : { description: change.description }),
    ...(changed === undefined ? {} : { permissions: changed }),
  });
}

export async function deleteRole(tx: Tx, viewer: Viewer, id: number): Promise<RoleRow> {
  const role = await readableRole(tx, viewer, id);
  require(viewer, rolePrivileges(viewer, role), 'delete', 'roles', id);
  await deleteRoleRow(tx, role);
  return role;
}
