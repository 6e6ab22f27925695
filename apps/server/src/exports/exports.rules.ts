/** Who may take data along (API v3 §2.17, spec 3 §6): each their own exports, and what they may see of posts. Pure. */

import type { Privilege } from '@waypost/contract/common/permissions';
import { exportPermissions, type PersonalDataKind } from '@waypost/contract/exports/exports';
import type { Viewer } from '../kernel/security/viewer.ts';

export const canExport = (viewer: Viewer): boolean => viewer.isSignedIn && viewer.can(...exportPermissions);

/** Nobody sees another's exports, administrators neither: a file shows what its owner may see. */
export const exportPrivileges = (viewer: Viewer, owner: number | null): Privilege[] =>
  canExport(viewer) && viewer.id === owner ? ['read', 'create', 'update', 'delete', 'search'] : [];

/**
 * Whether a dataset may take what was chosen for it: a public one takes nothing personal.
 * @param metadata undefined while it is not said yet
 */
export const isTooPersonal = (
  kinds: readonly PersonalDataKind[],
  metadata: { private: boolean } | undefined,
): boolean => metadata?.private === false && kinds.length > 0;

/**
 * Whether the exchange has to say that a dataset is private before it gets the file: always with personal columns, and with
 * unpublished posts unless the owner of the export asked for a public dataset.
 */
export const needsPrivateDataset = (
  choice: { include_personal: readonly PersonalDataKind[]; include_unpublished: boolean },
  metadata: { private: boolean },
): boolean => choice.include_personal.length > 0 || (choice.include_unpublished && metadata.private);

/** `csv/20261121-….csv` is `posts-20261121.csv` on the disk of whoever fetches it; other files have no such name. */
export function downloadName(file: string): string | undefined {
  const [, day, ending] = /^(?:csv|exports)\/(\d{8})-[\w-]{40}\.(csv|geojson|zip)$/.exec(file) ?? [];
  return day && ending ? `posts-${day}.${ending}` : undefined;
}
