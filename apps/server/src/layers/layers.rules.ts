/** Authorization of layers: administrators may do everything, signed-in users may read active layers (API v3 §2.21, §9, ruling 29). */
import type { Privilege } from '@waypost/contract/common/permissions';
import type { Viewer } from '../kernel/security/viewer.ts';

/** Which layers the viewer may read. */
export function layerReadScope(viewer: Viewer): 'all' | 'active' | 'none' {
  if (viewer.isAdmin) return 'all';
  return viewer.isSignedIn ? 'active' : 'none';
}

/** The viewer's privileges for a layer, or for layers in general. */
export function layerPrivileges(viewer: Viewer, layer?: { active: boolean }): Privilege[] {
  const scope = layerReadScope(viewer);
  if (scope === 'all') return ['read', 'create', 'update', 'delete', 'search'];
  return scope === 'active' && layer?.active ? ['read'] : [];
}
