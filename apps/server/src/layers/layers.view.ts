/** API format of layers (API v3 §2.21). */
import type { Layer } from '@waypost/contract/layers/layers';
import { toApiDate, toApiDateOrNull, type UrlBuilder } from '../kernel/http/api-format.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { layerPrivileges } from './layers.rules.ts';
import type { LayerRow } from './layers.sql.ts';

/** A layer. */
export const viewLayer = (viewer: Viewer, urls: UrlBuilder, row: LayerRow): Layer => ({
  id: row.id,
  url: urls.entity('layer', row.id),
  name: row.name,
  data_url: row.data_url,
  media: urls.relation('media', row.media_id),
  type: row.type,
  options: row.options as Layer['options'],
  active: row.active,
  visible_by_default: row.visible_by_default,
  created: toApiDate(row.created),
  updated: toApiDateOrNull(row.updated),
  allowed_privileges: layerPrivileges(viewer, row),
});
