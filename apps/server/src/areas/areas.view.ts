/** API format of areas. */

import { areaLimits } from '@waypost/contract/areas/area-limits';
import type { AreaFeature } from '@waypost/contract/areas/area-outlines';
import type { AreaSet } from '@waypost/contract/areas/areas';
import type { AreaDetail } from '@waypost/contract/areas/edit-area';
import { nestRings } from '@waypost/contract/areas/nest-rings';
import { toApiDate, type UrlBuilder } from '../kernel/http/api-format.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { areaSetPrivileges } from './areas.rules.ts';
import type { AreaOutlineRow, AreaSetRow } from './areas.sql.ts';
import { openRing } from './rings.ts';
import type { AreaRow, Ring } from './single-area.sql.ts';

/** A set of areas. */
export const viewAreaSet = (viewer: Viewer, urls: UrlBuilder, row: AreaSetRow): AreaSet => ({
  id: row.id,
  url: urls.entity('area-sets', row.id),
  name: row.name,
  level: row.level,
  area_count: row.area_count,
  created: toApiDate(row.created),
  allowed_privileges: areaSetPrivileges(viewer),
});

/** An area with its simplified outline as GeoJSON. */
export const viewAreaOutline = ({ id, name, outline }: AreaOutlineRow): AreaFeature => ({
  type: 'Feature',
  id,
  properties: { name },
  geometry: { type: 'MultiPolygon', coordinates: outline },
});

/** Whether a person can change the outline by hand. */
export const isEditable = ({ point_count }: AreaRow): boolean => point_count <= areaLimits.editedPoints;

/** An area with its whole outline. @param rings of the area; null if it has too many points */
export const viewArea = (row: AreaRow, rings: readonly Ring[] | null): AreaDetail => ({
  ...row,
  geometry: rings && {
    type: 'MultiPolygon',
    coordinates: nestRings(rings.map(openRing)).map((part) =>
      part.map(([first, ...ring]) => (first ? [first, ...ring, first] : [])),
    ),
  },
});
