/**
 * What elements of OpenStreetMap are on the map, in the layers of Protomaps version 4 (https://docs.protomaps.com/basemaps/layers). Which
 * tags mean what: https://wiki.openstreetmap.org/wiki/Map_features.
 */
import type { Tags } from '../osm/decode-block.ts';

/** Layers of the tiles. */
export const featureLayers = [
  'landuse',
  'water',
  'roads',
  'buildings',
  'boundaries',
  'places',
  'pois',
] as const;
export type FeatureLayer = (typeof featureLayers)[number];

/** What a feature is, and from which zoom it is on the map. */
export interface FeatureKind {
  layer: FeatureLayer;
  kind: string;
  detail?: string;
  minZoom: number;
  /** A point that is drawn, but neither found by its name nor named for a place near it. */
  isOnlyDrawn?: true;
}

type KindsByValue = Readonly<Record<string, readonly [kind: string, minZoom: number]>>;

const same = (minZoom: number, ...values: readonly string[]): KindsByValue =>
  Object.fromEntries(values.map((value) => [value, [value, minZoom] as const]));

/** Own properties only: values come from the file. */
const findKind = (kinds: KindsByValue, value: string | undefined) =>
  value !== undefined && Object.hasOwn(kinds, value) ? kinds[value] : undefined;

const roads: KindsByValue = {
  motorway: ['highway', 6],
  motorway_link: ['highway', 9],
  trunk: ['major_road', 6],
  trunk_link: ['major_road', 9],
  primary: ['major_road', 7],
  primary_link: ['major_road', 10],
  secondary: ['major_road', 9],
  secondary_link: ['major_road', 11],
  tertiary: ['major_road', 10],
  tertiary_link: ['major_road', 12],
  unclassified: ['minor_road', 12],
  residential: ['minor_road', 12],
  living_street: ['minor_road', 12],
  pedestrian: ['minor_road', 12],
  road: ['minor_road', 12],
  busway: ['minor_road', 13],
  service: ['minor_road', 13],
  track: ['path', 13],
  path: ['path', 13],
  footway: ['path', 13],
  cycleway: ['path', 13],
  steps: ['path', 14],
  bridleway: ['path', 13],
};
const railKinds = new Set([
  'rail',
  'narrow_gauge',
  'light_rail',
  'tram',
  'subway',
  'funicular',
  'monorail',
  'preserved',
]);

/** A road, or a rail. */
function findRoad(tags: Tags): FeatureKind | undefined {
  const highway = tags.get('highway');
  const found = findKind(roads, highway);
  if (found && highway !== undefined)
    return { layer: 'roads', kind: found[0], detail: highway, minZoom: found[1] };
  const railway = tags.get('railway');
  if (railway === undefined || !railKinds.has(railway) || tags.get('tunnel') === 'yes') return undefined;
  return { layer: 'roads', kind: 'rail', detail: railway, minZoom: tags.has('service') ? 14 : 10 };
}

const waterways: Readonly<Record<string, number>> = { river: 8, canal: 10, stream: 13, drain: 14, ditch: 14 };

function findWaterway(tags: Tags): FeatureKind | undefined {
  const waterway = tags.get('waterway');
  if (waterway === undefined || !Object.hasOwn(waterways, waterway)) return undefined;
  const tunnel = tags.get('tunnel') ?? 'no';
  return tunnel === 'no' ? { layer: 'water', kind: waterway, minZoom: waterways[waterway] ?? 14 } : undefined;
}

/** What a line is on the map. */
export const findLineKind = (tags: Tags): FeatureKind | undefined => findRoad(tags) ?? findWaterway(tags);

const areasByKey: readonly (readonly [key: string, KindsByValue])[] = Object.entries({
  natural: {
    ...same(8, 'wood'),
    ...same(10, 'scrub', 'heath', 'grassland', 'wetland', 'sand', 'beach', 'bare_rock', 'scree', 'shingle'),
  },
  landuse: {
    ...same(8, 'forest'),
    ...same(9, 'residential'),
    ...same(10, 'commercial', 'retail', 'industrial', 'meadow', 'orchard', 'vineyard', 'cemetery'),
    ...same(12, 'grass', 'allotments', 'village_green', 'recreation_ground'),
  },
  leisure: same(12, 'park', 'garden', 'golf_course', 'pitch', 'playground'),
  amenity: {
    ...same(12, 'hospital', 'school', 'university', 'college', 'kindergarten', 'clinic', 'grave_yard'),
  },
});

const isWater = (tags: Tags) =>
  tags.get('natural') === 'water' ||
  ['riverbank', 'dock'].includes(tags.get('waterway') ?? '') ||
  ['reservoir', 'basin'].includes(tags.get('landuse') ?? '');

/** What a closed way or multipolygon is on the map; the topmost first. */
export function findAreaKind(tags: Tags): FeatureKind | undefined {
  const building = tags.get('building') ?? 'no';
  if (building !== 'no') return { layer: 'buildings', kind: 'building', minZoom: 14 };
  if (isWater(tags)) return { layer: 'water', kind: 'water', minZoom: 6 };
  if (tags.get('highway') === 'pedestrian' && tags.get('area') === 'yes')
    return { layer: 'landuse', kind: 'pedestrian', minZoom: 13 };
  for (const [key, kinds] of areasByKey) {
    const found = findKind(kinds, tags.get(key));
    if (found) return { layer: 'landuse', kind: found[0], minZoom: found[1] };
  }
  return undefined;
}

/** The sea, which is made from the coast. */
export const seaKind: FeatureKind = { layer: 'water', kind: 'ocean', minZoom: 6 };

/** A line of the coast, with land on its left. */
export const isCoast = (tags: Tags): boolean => tags.get('natural') === 'coastline';

const places: Readonly<Record<string, readonly [kind: string, minZoom: number]>> = {
  city: ['locality', 6],
  town: ['locality', 7],
  village: ['locality', 10],
  hamlet: ['locality', 13],
  isolated_dwelling: ['locality', 14],
  suburb: ['macrohood', 12],
  borough: ['macrohood', 12],
  quarter: ['neighbourhood', 13],
  neighbourhood: ['neighbourhood', 13],
};

/** A settlement or a part of one. */
export function findPlaceKind(tags: Tags): FeatureKind | undefined {
  const place = tags.get('place');
  const found = findKind(places, place);
  if (!found || place === undefined || !tags.has('name')) return undefined;
  return { layer: 'places', kind: found[0], detail: place, minZoom: found[1] };
}

const pointsByKey: readonly (readonly [key: string, KindsByValue])[] = Object.entries({
  amenity: same(
    14,
    'hospital',
    'clinic',
    'doctors',
    'pharmacy',
    'school',
    'university',
    'college',
    'kindergarten',
    'police',
    'fire_station',
    'townhall',
    'drinking_water',
    'water_point',
    'shelter',
    'social_facility',
    'place_of_worship',
    'bus_station',
    'marketplace',
    'fuel',
  ),
  emergency: { ...same(14, 'assembly_point'), water_tank: ['water_point', 14] },
  man_made: { water_tap: ['water_point', 14], water_well: ['water_point', 14] },
  railway: { station: ['train_station', 14] },
  barrier: same(14, 'border_control'),
});
/** Shelters of bus stops and picnic places protect nobody for long. */
const smallShelters = new Set(['public_transport', 'picnic_shelter', 'field_shelter', 'weather_shelter']);
const undrinkable = (tags: Tags) => tags.get('drinking_water') === 'no';

/** A place that matters in a crisis, such as a hospital or a water point. */
export function findPointKind(tags: Tags): FeatureKind | undefined {
  for (const [key, kinds] of pointsByKey) {
    const found = findKind(kinds, tags.get(key));
    if (!found) continue;
    const [kind, minZoom] = found;
    if (kind === 'shelter' && smallShelters.has(tags.get('shelter_type') ?? '')) return undefined;
    if (kind === 'water_point' && undrinkable(tags)) return undefined;
    return { layer: 'pois', kind, minZoom };
  }
  return undefined;
}

const otherPointKeys = ['amenity', 'shop', 'tourism', 'office', 'historic', 'leisure', 'craft'];
const absentValues = new Set(['yes', 'no', 'vacant', 'disused']);

/** Another place with a name, such as a shop or a hotel: people find their way by them. */
export function findOtherPointKind(tags: Tags): FeatureKind | undefined {
  if (!tags.has('name')) return undefined;
  for (const key of otherPointKeys) {
    const value = tags.get(key);
    if (value !== undefined && !absentValues.has(value) && /^[a-z_]{1,40}$/.test(value))
      return { layer: 'pois', kind: value, minZoom: 14, isOnlyDrawn: true };
  }
  return undefined;
}

/** A house number. */
export const findAddressKind = (tags: Tags): FeatureKind | undefined =>
  tags.has('addr:housenumber') ? { layer: 'buildings', kind: 'address', minZoom: 14 } : undefined;

/** Levels of borders that are drawn. */
const borders: KindsByValue = { 2: ['country', 6], 3: ['region', 7], 4: ['region', 7] };

/** A border between countries or regions. */
export function findBorderKind(tags: Tags): FeatureKind | undefined {
  if (tags.get('boundary') !== 'administrative' || tags.get('maritime') === 'yes') return undefined;
  const found = findKind(borders, tags.get('admin_level'));
  return found && { layer: 'boundaries', kind: found[0], minZoom: found[1] };
}
