/** Reads, creates, updates and deletes layers (API v3 §2.21). The audit log contains names of changed fields, not values. */
import {
  findSourceError,
  type LayerChange,
  type LayerInput,
  resolveMediaId,
} from '@waypost/contract/layers/layers';
import type { z } from 'zod';
import { recordChange } from '../audit/audit.public.ts';
import type { Tx } from '../kernel/db/database.ts';
import { notFound, validationError } from '../kernel/http/problem.ts';
import { omitUndefined } from '../kernel/omit-undefined.ts';
import { requirePrivilege, requireVisible } from '../kernel/security/require-privilege.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { claimUpload, releaseMedia } from '../media/media.public.ts';
import { layerPrivileges } from './layers.rules.ts';
import {
  deleteLayerRow,
  findLayer,
  insertLayer,
  type LayerRow,
  lockLayer,
  updateLayerRow,
} from './layers.sql.ts';

/**
 * A layer that the viewer may read.
 * @throws Problem 401 or 403 when the viewer may read no layer at all; 404 when it does not exist or is not readable
 */
export async function requireReadableLayer(tx: Tx, viewer: Viewer, id: number): Promise<LayerRow> {
  requirePrivilege(viewer, layerPrivileges(viewer, { active: true }), 'read', 'layers', id);
  const row = await findLayer(tx, id);
  if (!row) throw notFound('layers', id);
  requireVisible(viewer, layerPrivileges(viewer, row), 'read', 'layers', id);
  return row;
}

/** A layer for which the viewer has a privilege, locked. @throws Problem 401 or 403 before 404 */
async function readAuthorizedLayer(
  tx: Tx,
  viewer: Viewer,
  id: number,
  privilege: 'update' | 'delete',
): Promise<LayerRow> {
  requirePrivilege(viewer, layerPrivileges(viewer), privilege, 'layers', id);
  const row = await lockLayer(tx, id);
  if (!row) throw notFound('layers', id);
  return row;
}

/**
 * Assigns an upload of the viewer to a layer (docs/decisions/0039).
 * @throws ValidationError at `/media_id` for an upload that does not exist or belongs to another user
 */
async function claimLayerUpload(tx: Tx, viewer: Viewer, id: number | null): Promise<void> {
  if (id !== null && !(await claimUpload(tx, viewer.id, { id })))
    throw validationError('layers', 'media_id', 'exists', { value: id });
}

/** Creates a layer. @throws ValidationError at `/media_id` for an upload that does not exist */
export async function createLayer(
  tx: Tx,
  viewer: Viewer,
  input: z.output<typeof LayerInput>,
): Promise<LayerRow> {
  requirePrivilege(viewer, layerPrivileges(viewer), 'create', 'layers');
  const { name, type, active, visible_by_default, data_url = null, options = null } = input;
  const media_id = resolveMediaId(input) ?? null;
  const fields = { name, type, active, visible_by_default, data_url, media_id };
  await claimLayerUpload(tx, viewer, media_id);
  const row = await insertLayer(tx, {
    ...fields,
    options: options && JSON.stringify(options),
    updated: null,
  });
  await recordChange(tx, viewer, { action: 'create', subject: 'layers', id: row.id });
  return row;
}

/**
 * Updates the fields that are present. The source is validated only if it changes, so that a layer whose picture was deleted
 * can still be edited.
 * @throws ValidationError at `/data_url` when there would be no source or two, at `/media_id` for an upload that does not exist
 */
export async function updateLayer(
  tx: Tx,
  viewer: Viewer,
  id: number,
  change: z.output<typeof LayerChange>,
): Promise<LayerRow> {
  const before = await readAuthorizedLayer(tx, viewer, id, 'update');
  const { media: _, options, data_url = before.data_url, ...rest } = change;
  const requestedMediaId = resolveMediaId(change);
  const media_id = requestedMediaId === undefined ? before.media_id : requestedMediaId;
  const source = { data_url, media_id };
  const sourceError = findSourceError(source);
  const isNewSource = data_url !== before.data_url || media_id !== before.media_id;
  if (isNewSource && sourceError) throw validationError('layers', 'data_url', sourceError);
  const fields = {
    ...omitUndefined(rest),
    ...source,
    ...(options === undefined ? {} : { options: options && JSON.stringify(options) }),
  };
  if (media_id !== before.media_id) await claimLayerUpload(tx, viewer, media_id);
  const row = await updateLayerRow(tx, id, fields);
  if (before.media_id !== null && media_id !== before.media_id)
    await releaseMedia(tx, { id: before.media_id });
  const changed = Object.keys(fields).filter((name) => !isUnchanged(before, row, name as keyof LayerRow));
  await recordChange(tx, viewer, { action: 'update', subject: 'layers', id, details: { changed } });
  return row;
}

const isUnchanged = (before: LayerRow, after: LayerRow, name: keyof LayerRow): boolean =>
  JSON.stringify(before[name]) === JSON.stringify(after[name]);

/** Deletes a layer and its upload. */
export async function deleteLayer(tx: Tx, viewer: Viewer, id: number): Promise<LayerRow> {
  const row = await readAuthorizedLayer(tx, viewer, id, 'delete');
  await deleteLayerRow(tx, id);
  if (row.media_id !== null) await releaseMedia(tx, { id: row.media_id });
  await recordChange(tx, viewer, { action: 'delete', subject: 'layers', id, name: row.name });
  return row;
}
