/** Layers as they leave the server (wire 2.21). */
import type { Layer } from '@waypost/contract/layers';
import type { Viewer } from '../kernel/viewer.ts';
import { type Addresses, wireDate, wireDateOrNull } from '../kernel/wire.ts';
import { layerPrivileges } from './layers.rules.ts';
import type { LayerRow } from './layers.sql.ts';

export const viewLayer = (viewer: Viewer, addresses: Addresses, row: LayerRow): Layer => ({
  id: row.id,
  url: addresses.entity('layer', row.id),
  name: row.name,
  data_url: row.data_url,
  media: addresses.relation('media', row.media_id),
  type: row.type,
  options: row.options as Layer['options'],
  active: row.active,
  visible_by_default: row.visible_by_default,
  created: wireDate(row.created),
  updated: wireDateOrNull(row.updated),
  allowed_privileges: layerPrivileges(viewer, row),
});
