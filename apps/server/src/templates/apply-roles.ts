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
import { planChange, planCreation, planDeletion } from './part-steps.ts';
import { at, isSame, parseAt, requireDistinct, type Step, type TemplateContext } from './template-context.ts';

const normalize = (role: LocalRole): LocalRole => ({
  ...role,
  permissions: [...new Set(role.permissions)].toSorted(),
});

const isFixed = ({ name }: { name: string }) => name === builtInRoles.admin || name === builtInRoles.member;

/** Why the caller can neither create, change nor delete roles; null when they can. */
function findRefusal({ viewer, canCreateRoles }: TemplateContext) {
  if (canCreateRoles) return null;
  return viewer.isAdmin ? 'feature' : 'rights';
}

function planRole(context: TemplateContext, role: LocalRole, path: string): Step {
  const { tx, viewer, mode, setUp, canCreateRoles, roleNames } = context;
  const { name, display_name, description, permissions } = normalize(role);
  const stored = setUp.roles.find((it) => it.name === name);
  const input = parseAt(path, RoleInput, {
    name,
    display_name,
    description: description ?? null,
    permissions,
  });
  const part = { part: 'roles', name: display_name, refusal: findRefusal(context) } as const;
  if (!stored) {
    if (canCreateRoles) roleNames.add(name);
    return planCreation(context, { ...part, create: () => at(path, () => createRole(tx, viewer, input)) });
  }
  return planChange({
    ...part,
    storedName: stored.display_name ?? name,
    isUnchanged: mode === 'merge' || isFixed(stored) || isSame(exportRole(stored), normalize(role)),
    update: () => at(path, () => updateRole(tx, viewer, stored.id, input)),
  });
}

/** Creates and changes roles. */
export function planRoles(context: TemplateContext): Step[] {
  const roles = context.template.roles ?? [];
  requireDistinct(roles.map(({ name }, index) => [`roles/${index}/name`, name]));
  return roles.map((role, index) => planRole(context, role, `roles/${index}`));
}

/** Deletes the roles that the template does not contain, but for built-in ones and those of accounts. */
export async function planRoleDeletions(context: TemplateContext): Promise<Step[]> {
  const { tx, viewer, template, setUp } = context;
  const names = new Set(template.roles?.map(({ name }) => name));
  const extra = setUp.roles.filter((role) => !role.protected && !names.has(role.name));
  const used = await findUsedRoleNames(tx);
  const plan = (role: RoleRow): Step =>
    planDeletion({
      part: 'roles',
      name: role.display_name ?? role.name,
      refusal: findRefusal(context) ?? (used.has(role.name) ? 'people' : null),
      remove: () => deleteRole(tx, viewer, role.id),
    });
  return extra.map(plan);
}
