/** Who may read and write configuration (wire 2.13). */
import type { Privilege } from '@waypost/contract/privileges';
import type { Viewer } from '../kernel/viewer.ts';

/** Readable by everyone: without them a browser could not even show the login. */
export const publicGroups = ['features', 'site', 'map'] as const;
/** Also readable by those who manage settings. */
const privateGroups = ['data-provider', 'retention'] as const;

export const groups = [...publicGroups, ...privateGroups] as const;
export type Group = (typeof groups)[number];

const isPublic = (group: Group) => publicGroups.some((it) => it === group);

/** What the viewer may do with a group. Features are the operator's: nobody writes them over the wire. */
export function configPrivileges(viewer: Viewer, group: Group): Privilege[] {
  if (!viewer.may('Manage Settings')) return isPublic(group) ? ['read', 'search'] : [];
  return group === 'features'
    ? ['read', 'delete', 'search']
    : ['read', 'create', 'update', 'delete', 'search'];
}
