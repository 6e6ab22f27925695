/** Making, changing and deleting roles (wire 2.8, rulings 33 and 35). */
import type { RoleChange, RoleInput } from '@waypost/contract/roles';
import type { z } from 'zod';
import { recordChange } from '../audit/audit.public.ts';
import type { Tx } from '../kernel/db.ts';
import { fault, notFound, translating } from '../kernel/problem.ts';
import { refused, require } from '../kernel/refuse.ts';
import type { Viewer } from '../kernel/viewer.ts';
import { readFeatures } from '../settings/settings.public.ts';
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

/** The operator may have switched custom roles off (wire 2.8). */
async function requireCustomRoles(tx: Tx): Promise<void> {
  if (!(await readFeatures(tx)).roles.enabled) throw fault('roles', 'name', 'rolesNotEnabled');
}

export async function createRole(
  tx: Tx,
  viewer: Viewer,
  input: z.output<typeof RoleInput>,
): Promise<RoleRow> {
  require(viewer, rolePrivileges(viewer, { name: '', protected: false }), 'create', 'roles');
  await requireCustomRoles(tx);
  const name = input.name ?? nameFrom(input.display_name ?? '');
  if (name === '') throw fault('roles', 'name', 'required');
  const role = await translating(promises, () =>
    insertRole(tx, {
      name,
      display_name: input.display_name ?? name,
      description: input.description ?? null,
      permissions: input.permissions,
    }),
  );
  const details = { permissions: { from: [], to: role.permissions } };
  await recordChange(tx, viewer, { action: 'create', subject: 'roles', id: role.id, details });
  return role;
}

export async function updateRole(
  tx: Tx,
  viewer: Viewer,
  id: number,
  change: z.output<typeof RoleChange>,
): Promise<RoleRow> {
  const role = await readableRole(tx, viewer, id);
  require(viewer, rolePrivileges(viewer, role), 'update', 'roles', id);
  await requireCustomRoles(tx);
  if (change.name !== undefined && change.name !== role.name) throw fault('roles', 'name', 'immutable');
  const after = await updateRoleRow(tx, id, {
    name: role.name,
    ...(change.display_name === undefined ? {} : { display_name: change.display_name }),
    ...(change.description === undefined ? {} : { description: change.description }),
    ...(change.permissions === undefined ? {} : { permissions: change.permissions }),
  });
  const details = { permissions: { from: role.permissions, to: after.permissions } };
  await recordChange(tx, viewer, { action: 'update', subject: 'roles', id, details });
  return after;
}

export async function deleteRole(tx: Tx, viewer: Viewer, id: number): Promise<RoleRow> {
  const role = await readableRole(tx, viewer, id);
  require(viewer, rolePrivileges(viewer, role), 'delete', 'roles', id);
  await requireCustomRoles(tx);
  await deleteRoleRow(tx, role);
  const details = { permissions: { from: role.permissions, to: [] } };
  await recordChange(tx, viewer, { action: 'delete', subject: 'roles', id, details });
  return role;
}
