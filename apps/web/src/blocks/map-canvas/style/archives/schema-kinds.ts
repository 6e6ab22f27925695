/** Kinds of areas and points, as OpenStreetMap and the schemas call them. */
import { crisisPointKinds } from '@waypost/contract/map-archives/point-kinds';

export const woodKinds = ['wood', 'forest'];
export const greenKinds = [
  'grass',
  'grassland',
  'meadow',
  'park',
  'nature_reserve',
  'national_park',
  'protected_area',
  'scrub',
  'heath',
  'orchard',
  'vineyard',
  'allotments',
  'garden',
  'village_green',
  'recreation_ground',
  'golf_course',
  'cemetery',
  'grave_yard',
  'pitch',
  'playground',
  'wetland',
  'marsh',
  'swamp',
  'bog',
  'string_bog',
  'wet_meadow',
];
export const sandKinds = ['sand', 'beach', 'barren', 'bare_rock', 'rock', 'scree', 'shingle'];
export const institutionKinds = ['hospital', 'school', 'university', 'college', 'kindergarten', 'clinic'];
/** Points that matter in a crisis; of the other schemas too. */
export const crisisKinds = [
  ...new Set(Object.values(crisisPointKinds).flatMap((kinds) => Object.values(kinds))),
  'town_hall',
  'station',
  'halt',
];
