/** Who may read and write configuration (API v3 §2.13). */
import type { Privilege } from '@waypost/contract/common/permissions';
import type { Viewer } from '../kernel/security/viewer.ts';

/** Readable by everyone: without them a browser could not even show the login. */
export const publicSettingsGroups = ['features', 'site', 'map'] as const;
/** Also readable by those who manage settings. */
const privateSettingsGroups = ['data-provider', 'retention'] as const;

export const settingsGroups = [...publicSettingsGroups, ...privateSettingsGroups] as const;
export type SettingsGroup = (typeof settingsGroups)[number];

const isPublicGroup = (group: SettingsGroup) => publicSettingsGroups.some((it) => it === group);

/** What the viewer may do with a group. Features are the operator's: nobody writes them over the wire. */
export function configPrivileges(viewer: Viewer, group: SettingsGroup): Privilege[] {
  if (!viewer.can('Manage Settings')) return isPublicGroup(group) ? ['read', 'search'] : [];
  return group === 'features'
    ? ['read', 'delete', 'search']
    : ['read', 'create', 'update', 'delete', 'search'];
}
