/** Roles of a template. Only administrators create and change roles (docs/decisions/0007). */
import { builtInRoles } from '@waypost/contract/common/permissions';
import type { LocalRole } from '@waypost/contract/templates/template-format';
import { RoleInput } from '@waypost/contract/users/roles';
import {
  createRole,
  deleteRole,
  findUsedRoleNames,
  type RoleRow,
  updateRole,
} from '../users/users.public.ts';
import { exportRole } from './export-template.ts';
import {
  at,
  describeChange,
  isSame,
  parseAt,
  requireDistinct,
  type Step,
  type TemplateContext,
} from './template-context.ts';

const normalize = (role: LocalRole): LocalRole => ({
  ...role,
  permissions: [...new Set(role.permissions)].toSorted(),
});

const isFixed = ({ name }: { name: string }) => name === builtInRoles.admin || name === builtInRoles.member;

function planRole(context: TemplateContext, role: LocalRole, path: string): Step {
  const { tx, viewer, mode, setUp, canCreateRoles, roleNames, created } = context;
  const { name, display_name, description, permissions } = normalize(role);
  const stored = setUp.roles.find((it) => it.name === name);
  const input = parseAt(path, RoleInput, {
    name,
    display_name,
    description: description ?? null,
    permissions,
  });
  const reason = viewer.isAdmin ? 'feature' : 'rights';
  if (!stored) {
    if (!canCreateRoles) return { change: describeChange('roles', display_name, 'skip', reason) };
    roleNames.add(name);
    return {
      change: describeChange('roles', display_name, 'create'),
      async run() {
        const { id } = await at(path, () => createRole(tx, viewer, input));
        created.push({ kind: 'role', id });
      },
    };
  }
  if (mode === 'merge' || isFixed(stored) || isSame(exportRole(stored), normalize(role)))
    return { change: describeChange('roles', stored.display_name ?? name, 'same') };
  if (!canCreateRoles) return { change: describeChange('roles', display_name, 'keep', reason) };
  return {
    change: describeChange('roles', display_name, 'update'),
    run: async () => void (await at(path, () => updateRole(tx, viewer, stored.id, input))),
  };
}

/** Creates and changes roles. */
export function planRoles(context: TemplateContext): Step[] {
  const roles = context.template.roles ?? [];
  requireDistinct(roles.map(({ name }, index) => [`roles/${index}/name`, name]));
  return roles.map((role, index) => planRole(context, role, `roles/${index}`));
}

/** Deletes the roles that the template does not contain, but for built-in ones and those of accounts. */
export async function planRoleDeletions(context: TemplateContext): Promise<Step[]> {
  const { tx, viewer, template, setUp, canCreateRoles } = context;
  const names = new Set(template.roles?.map(({ name }) => name));
  const extra = setUp.roles.filter((role) => !role.protected && !names.has(role.name));
  const used = await findUsedRoleNames(tx);
  const plan = (role: RoleRow): Step => {
    const name = role.display_name ?? role.name;
    if (!canCreateRoles)
      return { change: describeChange('roles', name, 'keep', viewer.isAdmin ? 'feature' : 'rights') };
    if (used.has(role.name)) return { change: describeChange('roles', name, 'keep', 'people') };
    return {
      change: describeChange('roles', name, 'delete'),
      run: async () => void (await deleteRole(tx, viewer, role.id)),
    };
  };
  return extra.map(plan);
}
