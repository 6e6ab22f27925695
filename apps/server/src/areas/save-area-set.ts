/** Creates, changes and deletes sets of areas. */
import { areaLimits } from '@waypost/contract/areas/area-limits';
import type { AreaInput, AreaSetChange, AreaSetInput } from '@waypost/contract/areas/areas';
import type { z } from 'zod';
import { recordChange } from '../audit/audit.public.ts';
import type { Tx } from '../kernel/db/database.ts';
import { notFound, validationError } from '../kernel/http/problem.ts';
import { omitUndefined } from '../kernel/omit-undefined.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import {
  type AreaSetRow,
  deleteAreaRows,
  deleteAreaSetRow,
  findAreaSet,
  findAreasOfSet,
  insertAreaSet,
  lockAndCountAreas,
  recordAreaChange,
  saveAreas,
  updateAreaSetRow,
} from './areas.sql.ts';
import { formatRing, listRings } from './rings.ts';
import { simplifyOutline } from './simplify-outline.ts';

/** The set with this id. @throws Problem 404 */
export async function requireAreaSet(tx: Tx, id: number): Promise<AreaSetRow> {
  const row = await findAreaSet(tx, id);
  if (!row) throw notFound('area-sets', id);
  return row;
}

/** Creates a set. @throws ValidationError at `/name` when there are too many sets */
export async function createAreaSet(tx: Tx, viewer: Viewer, input: AreaSetInput): Promise<AreaSetRow> {
  const { sets } = await lockAndCountAreas(tx);
  if (sets >= areaLimits.sets)
    throw validationError('area-sets', 'name', 'maxitems', { max: areaLimits.sets });
  const id = await insertAreaSet(tx, input);
  await recordChange(tx, viewer, { action: 'create', subject: 'area-sets', id });
  return requireAreaSet(tx, id);
}

/** Throws a ValidationError at `/areas` for ids that are there twice, or of areas that the set does not have. */
async function requireAreasOfSet(tx: Tx, id: number, areaIds: readonly number[]): Promise<void> {
  const found = new Set(await findAreasOfSet(tx, id, areaIds));
  const unknown = areaIds.find((areaId) => !found.delete(areaId));
  if (unknown !== undefined) throw validationError('area-sets', 'areas', 'exists', { value: unknown });
}

/**
 * Adds areas to a set, and replaces those with an id.
 * @throws Problem 404; ValidationError at `/areas` when there are too many, or one to be replaced is not in the set
 */
export async function addAreas(
  tx: Tx,
  viewer: Viewer,
  id: number,
  readAreas: () => readonly AreaInput[],
): Promise<AreaSetRow> {
  const { areas: count } = await lockAndCountAreas(tx);
  await requireAreaSet(tx, id);
  const areas = readAreas();
  const replacedIds = areas.flatMap((area) => area.id ?? []);
  await requireAreasOfSet(tx, id, replacedIds);
  if (count + areas.length - replacedIds.length > areaLimits.areas)
    throw validationError('area-sets', 'areas', 'maxitems', { max: areaLimits.areas });
  await saveAreas(
    tx,
    id,
    areas.map(({ id: ownId, name, geometry }) => ({
      id: ownId,
      name,
      outline: simplifyOutline(geometry),
      rings: listRings(geometry).map(formatRing),
    })),
  );
  await recordAreaChange(tx);
  const details = { changed: ['areas'] };
  await recordChange(tx, viewer, { action: 'update', subject: 'area-sets', id, details });
  return requireAreaSet(tx, id);
}

/** Deletes areas of a set; those that are deleted already count as such. The audit log names each. @throws Problem 404 */
export async function deleteAreas(
  tx: Tx,
  viewer: Viewer,
  id: number,
  readIds: () => readonly number[],
): Promise<AreaSetRow> {
  await lockAndCountAreas(tx);
  await requireAreaSet(tx, id);
  const deleted = await deleteAreaRows(tx, id, readIds());
  await recordAreaChange(tx);
  for (const { id: areaId, name } of deleted)
    await recordChange(tx, viewer, { action: 'delete', subject: 'areas', id: areaId, name });
  return requireAreaSet(tx, id);
}

/** Changes the fields that are present. @throws Problem 404 */
export async function updateAreaSet(
  tx: Tx,
  viewer: Viewer,
  id: number,
  readChange: () => z.output<typeof AreaSetChange>,
): Promise<AreaSetRow> {
  await requireAreaSet(tx, id);
  const change = omitUndefined(readChange());
  const changed = Object.keys(change);
  if (changed.length > 0) await updateAreaSetRow(tx, id, change);
  await recordChange(tx, viewer, { action: 'update', subject: 'area-sets', id, details: { changed } });
  return requireAreaSet(tx, id);
}

/** Deletes a set with its areas. @throws Problem 404 */
export async function deleteAreaSet(tx: Tx, viewer: Viewer, id: number): Promise<AreaSetRow> {
  await lockAndCountAreas(tx);
  const row = await requireAreaSet(tx, id);
  await deleteAreaSetRow(tx, id);
  await recordAreaChange(tx);
  await recordChange(tx, viewer, { action: 'delete', subject: 'area-sets', id, name: row.name });
  return row;
}
