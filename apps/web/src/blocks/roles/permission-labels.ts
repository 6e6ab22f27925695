/** What permissions are called, and what they open. keys: permission.* */
import { builtInRoles, type Permission } from '@waypost/contract/common/permissions';
import type { Role } from '@waypost/contract/users/roles';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';

/** Keys of the catalogue, since the wire's names have spaces. */
export const permissionKeys = {
  'Manage Users': 'manageUsers',
  'Manage Posts': 'managePosts',
  'Manage Settings': 'manageSettings',
  'Bulk Data Import and Export': 'importAndExport',
  'Bulk Data Import': 'import',
  'Edit their own posts': 'editOwnPosts',
  'Manage Collections and Saved Searches': 'manageCollections',
  'View personal data': 'viewPersonalData',
} as const satisfies Record<Permission, string>;

export const isPermission = (name: string): name is Permission => name in permissionKeys;

/** All that a role may do, in one line. */
export function formatPermissions(
  { name, permissions }: Pick<Role, 'name' | 'permissions'>,
  t: TFunction,
): string {
  if (name === builtInRoles.admin) return t('role.everything');
  if (permissions.length === 0) return t('role.nothing');
  return permissions
    .map((it) => (isPermission(it) ? t(`permission.${permissionKeys[it]}.title`) : it))
    .join(' · ');
}

/** @returns a function that formats all that a role may do */
export function useFormatPermissions(): (role: Pick<Role, 'name' | 'permissions'>) => string {
  const { t } = useTranslation();
  return (role) => formatPermissions(role, t);
}
