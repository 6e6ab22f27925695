/** Creates, updates and deletes roles (API v3 §2.8, §9, rulings 33 and 35). */
import type { RoleChange, RoleInput } from '@waypost/contract/users/roles';
import type { z } from 'zod';
import { recordChange } from '../../audit/audit.public.ts';
import type { Tx } from '../../kernel/db/database.ts';
import { lockRow } from '../../kernel/db/lock-row.ts';
import { mapConstraintErrors, notFound, validationError } from '../../kernel/http/problem.ts';
import { accessDenied, requirePrivilege } from '../../kernel/security/require-privilege.ts';
import type { Viewer } from '../../kernel/security/viewer.ts';
import { toSlug } from '../../kernel/slug.ts';
import { readFeatures } from '../../settings/settings.public.ts';
import { rolePrivileges } from '../users.rules.ts';
import { deleteRoleRow, findRole, insertRole, type RoleRow, updateRoleRow } from '../users.sql.ts';

const constraintFaults = { roles_name_unique: () => validationError('roles', 'name', 'taken') };

/** @throws Problem 401 for visitors, 404 when there is no such role */
export async function readAuthorizedRole(tx: Tx, viewer: Viewer, id: number): Promise<RoleRow> {
  if (!viewer.isSignedIn) throw accessDenied(viewer, 'read', 'roles', id);
  const role = await findRole(tx, id);
  if (!role) throw notFound('roles', id);
  return role;
}

/** @throws ValidationError at `/name` when custom roles are switched off (API v3 §2.8) */
async function requireCustomRolesEnabled(tx: Tx): Promise<void> {
  if (!(await readFeatures(tx)).roles.enabled) throw validationError('roles', 'name', 'rolesNotEnabled');
}

/** Creates a role. @throws ValidationError at `/name` when it is empty or taken; 403 for all but administrators */
export async function createRole(
  tx: Tx,
  viewer: Viewer,
  input: z.output<typeof RoleInput>,
): Promise<RoleRow> {
  requirePrivilege(viewer, rolePrivileges(viewer, { name: '', protected: false }), 'create', 'roles');
  await requireCustomRolesEnabled(tx);
  const name = input.name ?? toSlug(input.display_name ?? '');
  if (name === '') throw validationError('roles', 'name', 'required');
  const role = await mapConstraintErrors(constraintFaults, () =>
    insertRole(tx, {
      name,
      display_name: input.display_name ?? name,
      description: input.description ?? null,
      permissions: [...new Set(input.permissions)],
    }),
  );
  const details = { permissions: { from: [], to: role.permissions } };
  await recordChange(tx, viewer, { action: 'create', subject: 'roles', id: role.id, details });
  return role;
}

/** Updates a role. @throws ValidationError at `/name` when it would change; 403 for the role of administrators */
export async function updateRole(
  tx: Tx,
  viewer: Viewer,
  id: number,
  change: z.output<typeof RoleChange>,
): Promise<RoleRow> {
  await lockRow(tx, 'roles', id);
  const role = await readAuthorizedRole(tx, viewer, id);
  requirePrivilege(viewer, rolePrivileges(viewer, role), 'update', 'roles', id);
  await requireCustomRolesEnabled(tx);
  if (change.name !== undefined && change.name !== role.name)
    throw validationError('roles', 'name', 'immutable');
  const updated = await updateRoleRow(tx, id, {
    name: role.name,
    ...(change.display_name === undefined ? {} : { display_name: change.display_name }),
    ...(change.description === undefined ? {} : { description: change.description }),
    ...(change.permissions === undefined ? {} : { permissions: [...new Set(change.permissions)] }),
  });
  const details = { permissions: { from: role.permissions, to: updated.permissions } };
  await recordChange(tx, viewer, { action: 'update', subject: 'roles', id, details });
  return updated;
}

/** Deletes a role; its users become ordinary members. @throws 403 for built-in roles */
export async function deleteRole(tx: Tx, viewer: Viewer, id: number): Promise<RoleRow> {
  await lockRow(tx, 'roles', id);
  const role = await readAuthorizedRole(tx, viewer, id);
  requirePrivilege(viewer, rolePrivileges(viewer, role), 'delete', 'roles', id);
  await requireCustomRolesEnabled(tx);
  await deleteRoleRow(tx, role);
  const details = { permissions: { from: role.permissions, to: [] } };
  await recordChange(tx, viewer, {
    action: 'delete',
    subject: 'roles',
    id,
    name: role.display_name ?? role.name,
    details,
  });
  return role;
}
