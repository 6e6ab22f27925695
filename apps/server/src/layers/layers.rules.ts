/** Who may do what to layers: administrators everything, whoever has signed in reads active ones (API v3 §2.21, §9 ruling 29). */
import type { Privilege } from '@waypost/contract/common/permissions';
import type { Viewer } from '../kernel/security/viewer.ts';

/** Which layers the viewer may read. */
export function layerReadScope(viewer: Viewer): 'all' | 'active' | 'none' {
  if (viewer.isAdmin) return 'all';
  return viewer.isSignedIn ? 'active' : 'none';
}

/** What the viewer may do with a layer, or with layers at large. */
export function layerPrivileges(viewer: Viewer, layer?: { active: boolean }): Privilege[] {
  const readable = layerReadScope(viewer);
  if (readable === 'all') return ['read', 'create', 'update', 'delete', 'search'];
  return readable === 'active' && layer?.active ? ['read'] : [];
}
