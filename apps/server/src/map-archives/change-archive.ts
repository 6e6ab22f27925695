/** Changes and deletes map archives. The audit log contains names of changed fields, not values. */
import type { MapArchiveChange } from '@waypost/contract/map-archives/map-archives';
import type { z } from 'zod';
import { recordChange } from '../audit/audit.public.ts';
import type { Tx } from '../kernel/db/database.ts';
import { recordFilesToRemove } from '../kernel/files/files-to-remove.sql.ts';
import { notFound } from '../kernel/http/problem.ts';
import { omitUndefined } from '../kernel/omit-undefined.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { chunkFileNames } from './archive-files.ts';
import {
  deleteMapArchiveRow,
  findMapArchive,
  lockArchiveOrder,
  lockMapArchive,
  lockStaleUploads,
  type MapArchiveRow,
  saveArchiveOrder,
  updateMapArchiveRow,
} from './map-archives.sql.ts';

/** An archive, locked. @throws Problem 404 */
async function requireLocked(tx: Tx, id: number): Promise<MapArchiveRow> {
  const row = await lockMapArchive(tx, id);
  if (!row) throw notFound('map-archives', id);
  return row;
}

/** Changes the fields that are present. @param readChange read once the archive was found @throws Problem 404 */
export async function updateMapArchive(
  tx: Tx,
  viewer: Viewer,
  id: number,
  readChange: () => z.output<typeof MapArchiveChange>,
): Promise<MapArchiveRow> {
  if (!(await findMapArchive(tx, id))) throw notFound('map-archives', id);
  const { position, ...fields } = readChange();
  if (position !== undefined) {
    const others = (await lockArchiveOrder(tx)).filter((other) => other !== id);
    await saveArchiveOrder(tx, others.toSpliced(position, 0, id));
  }
  await requireLocked(tx, id);
  const change = omitUndefined(fields);
  const row = await updateMapArchiveRow(tx, id, change);
  const changed = [...Object.keys(change), ...(position === undefined ? [] : ['position'])];
  await recordChange(tx, viewer, { action: 'update', subject: 'map-archives', id, details: { changed } });
  return row;
}

/** Deletes the row of an archive, whose file and chunks are removed after the commit. */
async function deleteWithFiles(tx: Tx, row: MapArchiveRow): Promise<void> {
  await deleteMapArchiveRow(tx, row.id);
  // A trigger records the file.
  await recordFilesToRemove(tx, chunkFileNames(row));
}

/** Deletes an archive and its file. A running import notices it and stops. @throws Problem 404 */
export async function deleteMapArchive(tx: Tx, viewer: Viewer, id: number): Promise<MapArchiveRow> {
  const ids = await lockArchiveOrder(tx);
  const row = await requireLocked(tx, id);
  await deleteWithFiles(tx, row);
  await saveArchiveOrder(
    tx,
    ids.filter((other) => other !== id),
  );
  await recordChange(tx, viewer, { action: 'delete', subject: 'map-archives', id, name: row.name });
  return row;
}

/** Deletes uploads that nobody has continued for a week. */
export async function deleteStaleUploads(tx: Tx): Promise<void> {
  const ids = await lockArchiveOrder(tx);
  const stale = await lockStaleUploads(tx);
  for (const row of stale) await deleteWithFiles(tx, row);
  const deletedIds = new Set(stale.map(({ id }) => id));
  await saveArchiveOrder(
    tx,
    ids.filter((id) => !deletedIds.has(id)),
  );
}
