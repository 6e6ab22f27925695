/** Changes a single area by hand. */
import type { AreaChange } from '@waypost/contract/areas/edit-area';
import { recordChange } from '../audit/audit.public.ts';
import type { Tx } from '../kernel/db/database.ts';
import { notFound, Problem, validationError } from '../kernel/http/problem.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { findAreaSet, lockAndCountAreas, recordAreaChange, replaceRings } from './areas.sql.ts';
import { areSameRings, formatRing, listRings } from './rings.ts';
import { simplifyOutline } from './simplify-outline.ts';
import { type AreaRow, findArea, readRings, updateAreaRow } from './single-area.sql.ts';

/** The area with this id. @throws Problem 404 */
export async function requireArea(tx: Tx, id: number): Promise<AreaRow> {
  const row = await findArea(tx, id);
  if (!row) throw notFound('areas', id);
  return row;
}

/**
 * Changes what is present and differs. The areas of stored posts are found again after a new outline only.
 * @throws Problem 404, or 409 when the area has another version; ValidationError at `/set_id`
 */
export async function updateArea(
  tx: Tx,
  viewer: Viewer,
  id: number,
  readChange: () => AreaChange,
): Promise<AreaRow> {
  await lockAndCountAreas(tx);
  const row = await requireArea(tx, id);
  const { version, name = row.name, set_id: setId = row.set_id, geometry } = readChange();
  if (version !== row.version) throw new Problem('area.changed-since');
  if (!(await findAreaSet(tx, setId))) throw validationError('areas', 'set_id', 'exists', { value: setId });
  const rings = geometry && listRings(geometry);
  const isMoved = rings !== undefined && !areSameRings(rings, await readRings(tx, id));
  const changed = [
    ...(name === row.name ? [] : ['name']),
    ...(setId === row.set_id ? [] : ['set']),
    ...(isMoved ? ['outline'] : []),
  ];
  if (changed.length === 0) return row;
  await updateAreaRow(tx, id, {
    name,
    set_id: setId,
    ...(isMoved && geometry ? { outline: simplifyOutline(geometry) } : {}),
  });
  if (isMoved) {
    await replaceRings(
      tx,
      [id],
      rings.map((ring) => ({ id, ring: formatRing(ring) })),
    );
    await recordAreaChange(tx);
  }
  await recordChange(tx, viewer, { action: 'update', subject: 'areas', id, details: { changed } });
  return requireArea(tx, id);
}
