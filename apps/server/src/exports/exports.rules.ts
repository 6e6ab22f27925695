/** Authorization of exports (API v3 §2.17, spec 3 §6): users export what they may see, and manage their own exports. Pure. */

import type { Privilege } from '@waypost/contract/common/permissions';
import { exportPermissions, type PersonalDataKind } from '@waypost/contract/exports/exports';
import type { Viewer } from '../kernel/security/viewer.ts';

/** Whether the viewer may export posts. */
export const canExport = (viewer: Viewer): boolean => viewer.isSignedIn && viewer.can(...exportPermissions);

/** The viewer's privileges for an export. Only the owner has any, since a file contains what its owner may see. */
export const exportPrivileges = (viewer: Viewer, ownerId: number | null): Privilege[] =>
  canExport(viewer) && viewer.id === ownerId ? ['read', 'create', 'update', 'delete', 'search'] : [];

/**
 * Whether the chosen personal data must not go into a dataset, since it is public.
 * @param metadata undefined while it is not set
 */
export const isTooPersonal = (
  kinds: readonly PersonalDataKind[],
  metadata: { private: boolean } | undefined,
): boolean => metadata?.private === false && kinds.length > 0;

/**
 * Whether the exchange must confirm that a dataset is private before the file is uploaded: always with personal columns,
 * and with unpublished posts unless the owner of the export chose a public dataset.
 */
export const needsPrivateDataset = (
  choice: { include_personal: readonly PersonalDataKind[]; include_unpublished: boolean },
  metadata: { private: boolean },
): boolean => choice.include_personal.length > 0 || (choice.include_unpublished && metadata.private);

/** The files of exports, with their day and ending. */
export const exportFile = /^(?:csv|exports)\/(\d{8})-[\w-]{40}\.(csv|xlsx|geojson|zip)$/;

/** The download name of an export file: `csv/20261121-….csv` is `posts-20261121.csv`; undefined for other files. */
export function downloadName(file: string): string | undefined {
  const [, day, extension] = exportFile.exec(file) ?? [];
  return day && extension ? `posts-${day}.${extension}` : undefined;
}
