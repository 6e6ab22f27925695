/** API format of layers (API v3 §2.21). */
import type { Layer, LayerData } from '@waypost/contract/layers/layers';
import { LayerLook, type MapLayer } from '@waypost/contract/layers/map-layers';
import { toApiDate, toApiDateOrNull, type UrlBuilder } from '../kernel/http/api-format.ts';
import type { SecretBox } from '../kernel/security/secret-box.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { decryptAddress } from './layer-address.ts';
import type { LayerDataFacts, ShownLayer } from './layer-data.sql.ts';
import { decryptOptions } from './layer-options.ts';
import { layerPrivileges } from './layers.rules.ts';
import type { LayerRow } from './layers.sql.ts';

const noData = { size: null, features: null, received: null, checked: null, failure: null };
const addressLost = { rule: 'layerAddressLost', params: {} };

/** @param address empty if it is lost */
const viewData = (facts: LayerDataFacts | undefined, address: string | null): LayerData => {
  const { size, features, received, checked, failure } = facts ?? noData;
  return {
    size,
    features,
    received: toApiDateOrNull(received),
    pending: address !== null && checked === null,
    failure: address === '' ? addressLost : failure,
  };
};

/** How a layer is drawn; of options, what browsers need. */
const readLook = (options: object | null): LayerLook =>
  LayerLook.parse(Array.isArray(options) ? {} : (options ?? {}));

/** The address for administrators; empty if it must be entered again, since the server's key has changed. */
const viewAddress = (secretBox: SecretBox, stored: string | null): string | null =>
  stored === null ? null : (decryptAddress(secretBox, stored) ?? '');

/** A layer. @param facts what is known of its content */
export const viewLayer = (
  { viewer, urls, secretBox }: { viewer: Viewer; urls: UrlBuilder; secretBox: SecretBox },
  row: LayerRow,
  facts: LayerDataFacts | undefined,
): Layer => {
  const address = viewAddress(secretBox, row.data_url);
  const options = decryptOptions(secretBox, row.options);
  return {
    id: row.id,
    url: urls.entity('layer', row.id),
    name: row.name,
    // Any part of it may grant access, and options may hold a key.
    data_url: viewer.isAdmin ? address : null,
    media: urls.relation('media', row.media_id),
    type: row.type,
    options: viewer.isAdmin ? (options as Layer['options']) : readLook(options),
    active: row.active,
    visible_by_default: row.visible_by_default,
    created: toApiDate(row.created),
    updated: toApiDateOrNull(row.updated),
    position: row.position,
    refresh_minutes: row.refresh_minutes,
    is_base_map: row.is_base_map,
    data: viewer.isAdmin ? viewData(facts, address) : null,
    allowed_privileges: layerPrivileges(viewer, row),
  };
};

/** A layer as the map shows it. */
export const viewMapLayer = (
  secretBox: SecretBox,
  { id, name, type, visible_by_default, options, is_base_map, ...data }: ShownLayer,
): MapLayer => {
  const look = readLook(decryptOptions(secretBox, options));
  return {
    id,
    name,
    type,
    visible_by_default,
    is_base_map,
    ...look,
    attribution: look.attribution || (data.attribution ?? ''),
    // Of a service, the time of its last change: a hash of the address could be compared with guesses.
    hash: data.hash ?? String((data.updated ?? data.created).getTime()),
    features: data.features,
    min_zoom: data.min_zoom,
    max_zoom: data.max_zoom,
    bounds: data.bounds as MapLayer['bounds'],
  };
};
