/** What the people with a role may do, and what they may not. keys: permission.* */
import { IconCheck, IconX } from '@tabler/icons-react';
import {
  builtInRoles,
  offeredPermissions,
  type Permission,
  permissions,
} from '@waypost/contract/common/permissions';
import type { Role } from '@waypost/contract/users/roles';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/display/icon.tsx';
import { permissionKeys } from './permission-labels.ts';
import classes from './role-permissions.module.css';

/** Permissions that another one includes. */
const includedPermissions: Partial<Record<Permission, readonly Permission[]>> = {
  'Manage Posts': ['Edit their own posts'],
  'Bulk Data Import and Export': ['Bulk Data Import'],
};

/** The permissions of a role, with those that they include. */
function listHeldPermissions({ name, permissions: held }: Pick<Role, 'name' | 'permissions'>): Set<string> {
  if (name === builtInRoles.admin) return new Set(permissions);
  return new Set([
    ...held,
    ...permissions.flatMap((it) => (held.includes(it) ? (includedPermissions[it] ?? []) : [])),
  ]);
}

/** Lists both. */
export function RolePermissions({ role }: { role: Pick<Role, 'name' | 'permissions'> }) {
  const held = listHeldPermissions(role);
  // Its name is part of the other one's.
  const isNamed = (it: Permission) => it !== 'Bulk Data Import' || !held.has('Bulk Data Import and Export');
  return (
    <span className={classes['lists']}>
      <PermissionList isAllowed items={permissions.filter((it) => held.has(it) && isNamed(it))} />
      <PermissionList isAllowed={false} items={offeredPermissions.filter((it) => !held.has(it))} />
    </span>
  );
}

function PermissionList({ isAllowed, items }: { isAllowed: boolean; items: readonly Permission[] }) {
  const { t } = useTranslation();
  if (items.length === 0) return null;
  return (
    <span className={classes['list']} data-allowed={isAllowed}>
      <Icon icon={isAllowed ? IconCheck : IconX} size={16} />
      <span>
        {t(isAllowed ? 'role.may' : 'role.mayNot', {
          what: items.map((it) => t(`permission.${permissionKeys[it]}.title`)).join(' · '),
        })}
      </span>
    </span>
  );
}
