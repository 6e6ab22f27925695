/** The tables of areas. */
import type { Generated } from 'kysely';
import type { Created, Json } from './user-tables.ts';

export interface AreaSets {
  id: Generated<number>;
  name: string;
  level: number;
  created: Created;
}

export interface Areas {
  id: Generated<number>;
  set_id: number;
  name: string;
  /** The coordinates of a simplified GeoJSON MultiPolygon. */
  outline: Json<[lon: number, lat: number][][][]>;
  /** One more with each change. */
  version: Generated<number>;
}

export interface AreaRings {
  area_id: number;
  /** As texts of the types `polygon` and `box`. */
  ring: string;
  box: string;
}

/** One row. */
export interface AreaState {
  is_current: Generated<boolean>;
  changed: Date;
  applied: Date;
  done: number;
  total: number;
}
