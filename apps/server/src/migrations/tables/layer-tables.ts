/** The tables of what maps are drawn with besides posts. */
import type { Generated } from 'kysely';
import type { Created, Json } from './user-tables.ts';

export interface Layers {
  id: Generated<number>;
  name: string;
  data_url: string | null;
  media_id: number | null;
  type: 'geojson' | 'wms' | 'tile';
  options: Json<object> | null;
  active: boolean;
  visible_by_default: boolean;
  created: Created;
  updated: Date | null;
}
