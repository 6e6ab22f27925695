/**
 * What elements of OpenStreetMap are on the map, in the layers of Shortbread (`feature-layers.ts`). Which tags mean what:
 * https://wiki.openstreetmap.org/wiki/Map_features.
 */
import { crisisPointKinds } from '@waypost/contract/map-archives/point-kinds';
import type { Tags } from '../osm/decode-block.ts';
import type { FeatureLayer } from './feature-layers.ts';

/** Properties of a feature as the tiles have them. */
export type FeatureProperties = Readonly<Record<string, string | number | true>>;

/** What a feature is, and from which zoom it is on the map. */
export interface FeatureKind {
  layer: FeatureLayer;
  /** What it is. Of places and points: as the search calls it. */
  kind: string;
  /** Properties in the tiles that say what it is. */
  properties: FeatureProperties;
  minZoom: number;
  /** A point that is found by its name, but not named for a place near it. */
  isOtherPoint?: true;
}

/** A feature whose only property is its kind. */
const kindIn = (layer: FeatureLayer, kind: string, minZoom: number): FeatureKind => ({
  layer,
  kind,
  properties: { kind },
  minZoom,
});

type KindsByValue = ReadonlyMap<string, FeatureKind>;

/** Features whose kind is the value of their tag. */
const kindsIn = (layer: FeatureLayer, minZoom: number, ...values: readonly string[]) =>
  values.map((value) => [value, kindIn(layer, value, minZoom)] as const);

/** Zooms of the road and of its name, and its kind where it is not the value of the tag. */
type Road = readonly [minZoom: number, labelZoom: number, kind?: string];

const roads: ReadonlyMap<string, Road> = new Map<string, Road>([
  ['motorway', [6, 9]],
  ['motorway_link', [9, 13]],
  ['trunk', [6, 9]],
  ['trunk_link', [9, 13]],
  ['primary', [7, 9]],
  ['primary_link', [10, 13]],
  ['secondary', [9, 12]],
  ['secondary_link', [11, 13]],
  ['tertiary', [10, 13]],
  ['tertiary_link', [12, 14]],
  ['unclassified', [12, 14]],
  ['residential', [12, 14]],
  ['living_street', [12, 14]],
  ['pedestrian', [12, 14]],
  ['road', [12, 14, 'unclassified']],
  ['busway', [13, 14]],
  ['service', [13, 14]],
  ['track', [13, 14]],
  ['path', [13, 14]],
  ['footway', [13, 14]],
  ['cycleway', [13, 14]],
  ['steps', [14, 14]],
  ['bridleway', [13, 14, 'path']],
]);
/** From here on, our style draws the numbers of all roads. */
const allNumbersZoom = 12;
const linkEnding = '_link';

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

function buildRoad(value: string, [minZoom, , own = value]: Road): FeatureKind {
  const isLink = own.endsWith(linkEnding);
  const kind = isLink ? own.slice(0, -linkEnding.length) : own;
  return { layer: 'streets', kind, properties: { kind, ...(isLink && { link: true }) }, minZoom };
}

const roadKinds: ReadonlyMap<string, FeatureKind> = new Map(
  Array.from(roads, ([value, road]) => [value, buildRoad(value, road)]),
);

function findRail(tags: Tags): FeatureKind | undefined {
  const railway = tags.get('railway');
  if (railway === undefined || !railKinds.has(railway) || tags.get('tunnel') === 'yes') return undefined;
  const kind = railway === 'preserved' ? 'rail' : railway;
  return {
    layer: 'streets',
    kind,
    properties: { kind, rail: true },
    minZoom: tags.has('service') ? 14 : 10,
  };
}

const waterways: ReadonlyMap<string, FeatureKind> = new Map([
  ['river', kindIn('water_lines', 'river', 8)],
  ['canal', kindIn('water_lines', 'canal', 10)],
  ['stream', kindIn('water_lines', 'stream', 13)],
  ['drain', kindIn('water_lines', 'ditch', 14)],
  ['ditch', kindIn('water_lines', 'ditch', 14)],
]);

const findWaterway = (tags: Tags): FeatureKind | undefined =>
  (tags.get('tunnel') ?? 'no') === 'no' ? waterways.get(tags.get('waterway') ?? '') : undefined;

/** What a line is on the map. */
export const findLineKind = (tags: Tags): FeatureKind | undefined =>
  roadKinds.get(tags.get('highway') ?? '') ?? findRail(tags) ?? findWaterway(tags);

/** The name of a line, and the number of a road, which are along it. */
export function findLineLabelKind(
  { layer, kind, minZoom }: FeatureKind,
  tags: Tags,
): FeatureKind | undefined {
  if (layer === 'water_lines' && tags.has('name'))
    return kindIn('water_lines_labels', kind, Math.max(11, minZoom));
  const highway = tags.get('highway') ?? '';
  const road = layer === 'streets' ? roads.get(highway) : undefined;
  if (!road || !(tags.has('name') || tags.has('ref'))) return undefined;
  const [, nameZoom, own = highway] = road;
  const zoom = tags.has('ref') ? Math.min(nameZoom, allNumbersZoom) : nameZoom;
  return kindIn('street_labels', own, Math.max(minZoom, zoom));
}

/** The first that an element has decides. */
const areasByKey: readonly (readonly [key: string, KindsByValue])[] = [
  [
    'natural',
    new Map([
      ['wood', kindIn('land', 'forest', 8)],
      ...kindsIn('land', 10, 'scrub', 'heath', 'grassland', 'sand', 'beach', 'bare_rock', 'scree', 'shingle'),
    ]),
  ],
  ['wetland', new Map(kindsIn('land', 10, 'swamp', 'bog', 'string_bog', 'wet_meadow', 'marsh'))],
  ['natural', new Map([['wetland', kindIn('land', 'marsh', 10)]])],
  [
    'landuse',
    new Map([
      ...kindsIn('land', 8, 'forest'),
      ...kindsIn('land', 9, 'residential'),
      ...kindsIn('land', 10, 'commercial', 'retail', 'industrial'),
      ...kindsIn('land', 10, 'meadow', 'orchard', 'vineyard', 'cemetery'),
      ...kindsIn('land', 12, 'grass', 'allotments', 'village_green', 'recreation_ground'),
    ]),
  ],
  ['leisure', new Map(kindsIn('land', 12, 'park', 'garden', 'golf_course', 'pitch', 'playground'))],
  [
    'amenity',
    new Map([
      ...kindsIn('land', 12, 'grave_yard'),
      ...kindsIn('sites', 12, 'hospital', 'school', 'university', 'college', 'kindergarten', 'clinic'),
    ]),
  ],
];

const river = kindIn('water_polygons', 'river', 6);
const watersByKey: readonly (readonly [key: string, KindsByValue])[] = [
  ['waterway', new Map([['riverbank', river], ...kindsIn('water_polygons', 6, 'dock')])],
  ['landuse', new Map(kindsIn('water_polygons', 6, 'reservoir', 'basin'))],
  ['natural', new Map(kindsIn('water_polygons', 6, 'water'))],
];

const building: FeatureKind = { layer: 'buildings', kind: 'building', properties: {}, minZoom: 14 };
const square = kindIn('street_polygons', 'pedestrian', 13);

const findByKey = (
  kindsByKey: readonly (readonly [key: string, KindsByValue])[],
  tags: Tags,
): FeatureKind | undefined => {
  for (const [key, kinds] of kindsByKey) {
    const found = kinds.get(tags.get(key) ?? '');
    if (found) return found;
  }
  return undefined;
};

/** What a closed way or multipolygon is on the map; the topmost first. */
export function findAreaKind(tags: Tags): FeatureKind | undefined {
  if ((tags.get('building') ?? 'no') !== 'no') return building;
  const water = findByKey(watersByKey, tags);
  if (water) return water.kind === 'water' && tags.get('water') === 'river' ? river : water;
  if (tags.get('highway') === 'pedestrian' && tags.get('area') === 'yes') return square;
  return findByKey(areasByKey, tags);
}

/** Metres along the equator, which is the side of the world in Mercator's projection. */
const worldMetres = 40_075_016.69;
/** Side of a water, in pixels, from which it is labelled. */
const labelledSide = 60;

/** The name of a water, at a point in it. @param share of the world that it covers */
export function buildWaterLabelKind({ kind }: FeatureKind, share: number): FeatureKind {
  const side = Math.sqrt(share);
  const zoom = Math.ceil(Math.log2(labelledSide / (512 * side)));
  return {
    layer: 'water_polygons_labels',
    kind,
    properties: { kind, way_area: Math.round((side * worldMetres) ** 2) },
    minZoom: Math.max(8, Math.min(14, zoom)),
  };
}

/** The sea, which is made from the coast. */
export const seaKind: FeatureKind = { layer: 'ocean', kind: 'ocean', properties: {}, minZoom: 6 };

/** A line of the coast, with land on its left. */
export const isCoast = (tags: Tags): boolean => tags.get('natural') === 'coastline';

const places: KindsByValue = new Map([
  ...kindsIn('place_labels', 6, 'city'),
  ...kindsIn('place_labels', 7, 'town'),
  ...kindsIn('place_labels', 10, 'village'),
  ...kindsIn('place_labels', 12, 'suburb'),
  ['borough', { ...kindIn('place_labels', 'suburb', 12), kind: 'borough' }],
  ...kindsIn('place_labels', 13, 'hamlet', 'quarter', 'neighbourhood'),
  ...kindsIn('place_labels', 14, 'isolated_dwelling'),
]);
const capitals: ReadonlyMap<string, string> = new Map([
  ['yes', 'capital'],
  ['2', 'capital'],
  ['4', 'state_capital'],
]);
const capitalPlaces = new Set(['city', 'town', 'village', 'hamlet']);

/** A settlement or a part of one. */
export function findPlaceKind(tags: Tags): FeatureKind | undefined {
  const place = tags.has('name') ? places.get(tags.get('place') ?? '') : undefined;
  const capital =
    place && capitalPlaces.has(place.kind) ? capitals.get(tags.get('capital') ?? '') : undefined;
  if (!place || capital === undefined) return place;
  return { ...place, properties: { kind: capital }, minZoom: 6 };
}

/** Values of tags whose points are in the layer of public transport. */
const stations = new Set(['bus_station', 'station', 'halt']);

const buildCrisisPoint = (key: string, value: string, kind: string): FeatureKind =>
  stations.has(value)
    ? { ...kindIn('public_transport', value, 14), kind }
    : { layer: 'pois', kind, properties: { [key]: value }, minZoom: 14 };

const crisisPointsByKey = Object.entries(crisisPointKinds).map(([key, kinds]) => {
  const points = Object.entries(kinds).map(
    ([value, kind]) => [value, buildCrisisPoint(key, value, kind)] as const,
  );
  return [key, new Map(points)] as const;
});
/** Shelters of bus stops and picnic places protect nobody for long. */
const smallShelters = new Set(['public_transport', 'picnic_shelter', 'field_shelter', 'weather_shelter']);

/** A place that matters in a crisis, such as a hospital or a water point. */
export function findPointKind(tags: Tags): FeatureKind | undefined {
  const found = findByKey(crisisPointsByKey, tags);
  if (found?.kind === 'shelter' && smallShelters.has(tags.get('shelter_type') ?? '')) return undefined;
  if (found?.kind === 'water_point' && tags.get('drinking_water') === 'no') return undefined;
  return found;
}

const stopsByKey: readonly (readonly [key: string, KindsByValue])[] = [
  ['railway', new Map(kindsIn('public_transport', 14, 'tram_stop'))],
  ['highway', new Map(kindsIn('public_transport', 14, 'bus_stop'))],
  ['amenity', new Map(kindsIn('public_transport', 14, 'ferry_terminal'))],
];
const otherPointKeys = ['amenity', 'shop', 'tourism', 'office', 'historic', 'leisure', 'craft'];
/** Keys with hundreds of values, all of which the search calls the same. */
const groupKeys = new Set(['shop', 'office', 'craft']);
/** Values that say nothing, and things that nobody goes to by their name. */
const skippedValues = new Set([
  'yes',
  'no',
  'vacant',
  'disused',
  'information',
  'recycling',
  'post_box',
  'vending_machine',
  'bicycle_parking',
  'waste_basket',
  'bench',
]);

/** Another place with a name, such as a bus stop, a shop or a hotel: people find their way by them. */
export function findOtherPointKind(tags: Tags): FeatureKind | undefined {
  if (!tags.has('name')) return undefined;
  const stop = findByKey(stopsByKey, tags);
  if (stop) return { ...stop, isOtherPoint: true };
  for (const key of otherPointKeys) {
    const value = tags.get(key);
    if (value === undefined || skippedValues.has(value) || !/^[a-z_]{1,40}$/.test(value)) continue;
    const kind = groupKeys.has(key) ? key : value;
    return { layer: 'pois', kind, properties: { [key]: value }, minZoom: 14, isOtherPoint: true };
  }
  return undefined;
}

/** A house number. */
export const findAddressKind = (tags: Tags): FeatureKind | undefined =>
  tags.has('addr:housenumber')
    ? { layer: 'addresses', kind: 'address', properties: {}, minZoom: 14 }
    : undefined;

/** Levels of borders that are drawn: of countries and regions. */
const borders: KindsByValue = new Map(
  [[2, 6] as const, [3, 7] as const, [4, 7] as const].map(([level, minZoom]) => [
    String(level),
    { layer: 'boundaries', kind: 'border', properties: { admin_level: level }, minZoom },
  ]),
);

/** A border between countries or regions. */
export const findBorderKind = (tags: Tags): FeatureKind | undefined =>
  tags.get('boundary') === 'administrative' && tags.get('maritime') !== 'yes'
    ? borders.get(tags.get('admin_level') ?? '')
    : undefined;
