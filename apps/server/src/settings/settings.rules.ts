/** Who may read and write configuration (API v3 §2.13). */
import type { Privilege } from '@waypost/contract/common/permissions';
import type { Viewer } from '../kernel/security/viewer.ts';

/** Readable by everyone: the client needs them before login. */
export const publicSettingsGroups = ['features', 'site', 'map'] as const;
/** Readable with Manage Settings. */
const privateSettingsGroups = ['data-provider', 'retention'] as const;

/** All groups of the API. */
export const settingsGroups = [...publicSettingsGroups, ...privateSettingsGroups] as const;
/** Name of a group. */
export type SettingsGroup = (typeof settingsGroups)[number];

const isPublicGroup = (group: SettingsGroup) => publicSettingsGroups.some((name) => name === group);

/** Privileges of the viewer on a group. Features are set by the operator, so nobody may write them by the API. */
export function configPrivileges(viewer: Viewer, group: SettingsGroup): Privilege[] {
  if (!viewer.can('Manage Settings')) return isPublicGroup(group) ? ['read', 'search'] : [];
  return group === 'features'
    ? ['read', 'delete', 'search']
    : ['read', 'create', 'update', 'delete', 'search'];
}
