/** Reads, creates, updates and deletes layers (API v3 §2.21). The audit log contains names of changed fields, not values. */
import { layerLimits } from '@waypost/contract/layers/layer-limits';
import {
  findSourceError,
  type LayerChange,
  type LayerInput,
  type LayerUpload,
  resolveMediaId,
} from '@waypost/contract/layers/layers';
import type { z } from 'zod';
import { recordChange } from '../audit/audit.public.ts';
import type { Tx } from '../kernel/db/database.ts';
import { notFound, validationError } from '../kernel/http/problem.ts';
import { omitUndefined } from '../kernel/omit-undefined.ts';
import type { GuardedFetch } from '../kernel/security/guarded-fetch.ts';
import { requirePrivilege, requireVisible } from '../kernel/security/require-privilege.ts';
import type { SecretBox } from '../kernel/security/secret-box.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { claimUpload, releaseMedia } from '../media/media.public.ts';
import { decryptAddress, encryptAddress } from './layer-address.ts';
import { deleteLayerData, insertLayerData, type LayerContent, requestFetch } from './layer-data.sql.ts';
import { encryptChangedOptions, encryptOptions } from './layer-options.ts';
import { layerPrivileges } from './layers.rules.ts';
import {
  deleteLayerRow,
  findLayer,
  findServiceIds,
  insertLayer,
  type LayerRow,
  lockLayer,
  lockLayerOrder,
  saveLayerOrder,
  updateLayerRow,
} from './layers.sql.ts';
import { buildTileUrl, worldTile } from './tiles/tile-url.ts';

/** What layers need besides the database. */
export interface LayerDependencies {
  fetcher: GuardedFetch;
  secretBox: SecretBox;
}

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

/**
 * Locks the order of the layers, then a layer for which the viewer has a privilege. In the other sequence, two changes
 * of the order would wait for each other's layers.
 * @throws Problem 401 or 403 before 404
 */
async function lockAuthorizedLayer(
  tx: Tx,
  viewer: Viewer,
  id: number,
  privilege: 'update' | 'delete',
): Promise<{ row: LayerRow; order: number[] }> {
  requirePrivilege(viewer, layerPrivileges(viewer), privilege, 'layers', id);
  const order = await lockLayerOrder(tx);
  const row = await lockLayer(tx, id);
  if (!row) throw notFound('layers', id);
  return { row, order };
}

/**
 * Assigns an upload of the viewer to a layer (docs/decisions/0039).
 * @throws ValidationError at `/media_id` for an upload that does not exist or belongs to another user
 */
async function claimLayerUpload(tx: Tx, viewer: Viewer, id: number | null): Promise<void> {
  if (id !== null && !(await claimUpload(tx, viewer.id, { id })))
    throw validationError('layers', 'media_id', 'exists', { value: id });
}

/** @throws ValidationError at `/data_url` for an address in a network that this server must not reach */
async function refusePrivateAddress(
  { type, address }: { type: LayerRow['type']; address: string | null },
  { fetcher }: LayerDependencies,
): Promise<void> {
  if (address === null) return;
  const source = { type, address, options: null };
  const isDocument = ['geojson', 'tilejson', 'style'].includes(type);
  if (await fetcher.isRefusedUrl(isDocument ? address : buildTileUrl(source, worldTile)))
    throw validationError('layers', 'data_url', 'privateAddress');
}

/**
 * Whether a layer is a base map: GeoJSON never, a style always.
 * @throws ValidationError at `/is_base_map` for anything else
 */
function resolveBaseMap(type: LayerRow['type'], wanted: boolean | undefined, before = false): boolean {
  const isBaseMap = wanted ?? (type === 'style' || before);
  if (isBaseMap ? type === 'geojson' : type === 'style')
    throw validationError('layers', 'is_base_map', 'invalid');
  return isBaseMap;
}

/** Creates a layer. @throws ValidationError at `/media_id` for an upload that does not exist */
export async function createLayer(
  tx: Tx,
  viewer: Viewer,
  input: z.output<typeof LayerInput>,
  dependencies: LayerDependencies,
): Promise<LayerRow> {
  requirePrivilege(viewer, layerPrivileges(viewer), 'create', 'layers');
  const { name, type, active, visible_by_default, data_url: address = null } = input;
  const options = encryptOptions(dependencies.secretBox, input.options ?? null);
  const media_id = resolveMediaId(input) ?? null;
  const data_url = address && encryptAddress(dependencies.secretBox, address);
  const fields = { name, type, active, visible_by_default, data_url, media_id };
  const { refresh_minutes } = input;
  const is_base_map = resolveBaseMap(type, input.is_base_map);
  await refusePrivateAddress({ type, address }, dependencies);
  await claimLayerUpload(tx, viewer, media_id);
  return addLayer(tx, viewer, { ...fields, ...omitUndefined({ refresh_minutes }), is_base_map, options });
}

/** The place below all GeoJSON, and above the services there. */
async function findPlaceOfService(tx: Tx, order: readonly number[]): Promise<number> {
  const services = new Set(await findServiceIds(tx));
  const lowest = order.findIndex((id) => !services.has(id));
  return lowest === -1 ? order.length : lowest;
}

/** Inserts a layer: GeoJSON above all others, a service below all GeoJSON, since its images may be opaque. @throws ValidationError at `/name` when there are too many */
async function addLayer(
  tx: Tx,
  viewer: Viewer,
  fields: Omit<Parameters<typeof insertLayer>[1], 'updated'>,
): Promise<LayerRow> {
  const order = await lockLayerOrder(tx);
  if (order.length >= layerLimits.layers)
    throw validationError('layers', 'name', 'limitLayers', { max: layerLimits.layers });
  const row = await insertLayer(tx, { ...fields, updated: null });
  const position = row.type === 'geojson' ? order.length : await findPlaceOfService(tx, order);
  await saveLayerOrder(tx, order.toSpliced(position, 0, row.id));
  await recordChange(tx, viewer, { action: 'create', subject: 'layers', id: row.id });
  return { ...row, position };
}

/** Creates a layer from GeoJSON that was uploaded. @throws ValidationError at `/name` when there are too many */
export async function createUploadedLayer(
  tx: Tx,
  viewer: Viewer,
  { options = null, ...fields }: z.output<typeof LayerUpload>,
  { data, secretBox }: { data: LayerContent; secretBox: SecretBox },
): Promise<LayerRow> {
  requirePrivilege(viewer, layerPrivileges(viewer), 'create', 'layers');
  const source = { type: 'geojson', data_url: null, media_id: null } as const;
  const row = await addLayer(tx, viewer, {
    ...fields,
    ...source,
    options: encryptOptions(secretBox, options),
  });
  await insertLayerData(tx, row.id, data);
  return row;
}

/**
 * Replaces the content of a layer that was uploaded.
 * @param readData called when the viewer may replace it
 * @throws ValidationError at `/file` for a layer whose content comes from elsewhere
 */
export async function replaceUploadedFile(
  tx: Tx,
  viewer: Viewer,
  id: number,
  readData: () => LayerContent,
): Promise<LayerRow> {
  const { row: before } = await lockAuthorizedLayer(tx, viewer, id, 'update');
  const isUploaded = before.type === 'geojson' && before.data_url === null && before.media_id === null;
  if (!isUploaded) throw validationError('layers', 'file', 'invalid');
  await insertLayerData(tx, id, readData());
  const row = await updateLayerRow(tx, id, {});
  await recordChange(tx, viewer, { action: 'update', subject: 'layers', id, details: { changed: ['file'] } });
  return row;
}

/** The address to store. One that stays the same keeps its ciphertext, which identifies the source. */
function encryptChangedAddress(
  { secretBox }: LayerDependencies,
  stored: string | null,
  address: string | null | undefined,
): string | null {
  if (address === undefined) return stored;
  const isSame = stored !== null && address === decryptAddress(secretBox, stored);
  return isSame ? stored : address && encryptAddress(secretBox, address);
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
  dependencies: LayerDependencies,
): Promise<LayerRow> {
  const { row: before, order } = await lockAuthorizedLayer(tx, viewer, id, 'update');
  const { media: _, options, data_url: address, position, ...rest } = change;
  const data_url = encryptChangedAddress(dependencies, before.data_url, address);
  const requestedMediaId = resolveMediaId(change);
  const media_id = requestedMediaId === undefined ? before.media_id : requestedMediaId;
  const source = { data_url, media_id };
  const sourceError = findSourceError(source);
  const isNewSource = data_url !== before.data_url || media_id !== before.media_id;
  if (isNewSource && sourceError) throw validationError('layers', 'data_url', sourceError);
  await refusePrivateAddress({ type: rest.type ?? before.type, address: address ?? null }, dependencies);
  const is_base_map = resolveBaseMap(rest.type ?? before.type, rest.is_base_map, before.is_base_map);
  const fields = {
    ...omitUndefined(rest),
    ...source,
    is_base_map,
    ...(options !== undefined && {
      options: encryptChangedOptions(dependencies.secretBox, before.options, options),
    }),
  };
  if (media_id !== before.media_id) await claimLayerUpload(tx, viewer, media_id);
  if (isNewSource || (rest.type ?? before.type) !== before.type) await deleteLayerData(tx, id);
  else if (address) await requestFetch(tx, id);
  if (position !== undefined) {
    const others = order.filter((other) => other !== id);
    await saveLayerOrder(tx, others.toSpliced(position, 0, id));
  }
  const row = await updateLayerRow(tx, id, fields);
  if (before.media_id !== null && media_id !== before.media_id)
    await releaseMedia(tx, { id: before.media_id });
  const changed = [...Object.keys(fields), 'position'].filter(
    (name) => !isUnchanged(before, row, name as keyof LayerRow),
  );
  await recordChange(tx, viewer, { action: 'update', subject: 'layers', id, details: { changed } });
  return row;
}

const isUnchanged = (before: LayerRow, after: LayerRow, name: keyof LayerRow): boolean =>
  JSON.stringify(before[name]) === JSON.stringify(after[name]);

/** Deletes a layer and its upload. */
export async function deleteLayer(tx: Tx, viewer: Viewer, id: number): Promise<LayerRow> {
  const { row } = await lockAuthorizedLayer(tx, viewer, id, 'delete');
  await deleteLayerRow(tx, id);
  if (row.media_id !== null) await releaseMedia(tx, { id: row.media_id });
  await recordChange(tx, viewer, { action: 'delete', subject: 'layers', id, name: row.name });
  return row;
}
