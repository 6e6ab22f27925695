/** The tables of what maps are drawn with besides posts. */
import type { ColumnType, Generated } from 'kysely';
import type { Created, Json } from './user-tables.ts';

export interface Layers {
  id: Generated<number>;
  name: string;
  /** Encrypted (`layers/layer-address.ts`). */
  data_url: string | null;
  media_id: number | null;
  type: 'geojson' | 'wms' | 'tile' | 'tilejson' | 'style';
  /** Encrypted (`layers/layer-options.ts`). */
  options: ColumnType<object | string | null, string | null, string | null>;
  active: boolean;
  visible_by_default: boolean;
  created: Created;
  updated: Date | null;
  position: Generated<number>;
  refresh_minutes: Generated<number>;
  is_base_map: Generated<boolean>;
}

export interface LayerData {
  layer_id: number;
  content: Buffer | null;
  hash: string | null;
  features: number | null;
  bounds: number[] | null;
  min_zoom: number | null;
  max_zoom: number | null;
  attribution: string | null;
  /** Of the tiles and the images of a style, encrypted (`layers/layer-address.ts`). */
  addresses: string | null;
  received: Date | null;
  checked: Date | null;
  failure: Json<{ rule: string; params: Record<string, string | number> }> | null;
}

export interface MapArchives {
  id: Generated<number>;
  name: string;
  source: 'upload' | 'file' | 'address';
  origin: string;
  state: 'uploading' | 'importing' | 'building' | 'ready' | 'failed';
  failure: Json<{ rule: string; params: Record<string, string | number> }> | null;
  size: number | null;
  received: Generated<number>;
  file: string;
  hash: string | null;
  schema: 'protomaps' | 'openmaptiles' | 'shortbread' | 'raster' | null;
  bounds: number[] | null;
  min_zoom: number | null;
  max_zoom: number | null;
  attribution: Json<object>;
  active: Generated<boolean>;
  position: number;
  created: Created;
  updated: Created;
}

export interface MapNames {
  archive_id: number;
  id: number;
  kind: 'street' | 'place' | 'point' | 'other_point';
  type: string | null;
  name: string | null;
  names: Generated<Json<Record<string, string>>>;
  place_id: number | null;
  x: number;
  y: number;
}

export interface MapNameKeys {
  archive_id: number;
  name_id: number;
  key: string;
  is_name: boolean;
  is_other_point: boolean;
  place_id: number | null;
  x: number;
  y: number;
}

export interface MapStreetLines {
  archive_id: number;
  name_id: number;
  area: string;
  line: string;
}

export interface MapHouseNumbers {
  archive_id: number;
  name_id: number;
  key: string;
  number: string;
  x: number;
  y: number;
}
