/**
 * What the layers of each schema mean. One table per schema assigns its layers to the roles of our own map, so that archives of all
 * schemas are drawn alike.
 */
import type { MapArchiveSchema } from '@waypost/contract/map-archives/map-archives';
import { crisisPointKinds } from '@waypost/contract/map-archives/point-kinds';
import type { ExpressionSpecification, FilterSpecification } from 'maplibre-gl';
import { crisisKinds, greenKinds, institutionKinds, sandKinds, woodKinds } from './schema-kinds.ts';

/** Areas, from the lowest to the topmost. */
export const areaRoles = [
  'builtUp',
  'sand',
  'green',
  'wood',
  'institution',
  'water',
  'sea',
  'building',
] as const;
export type AreaRole = (typeof areaRoles)[number];

/** Classes of roads, from the lowest to the topmost. */
export const roadClasses = ['path', 'track', 'service', 'minor', 'middle', 'major', 'motorway'] as const;
export type RoadClass = (typeof roadClasses)[number];

/** Features of a layer of the tiles. */
export interface Selection {
  layer: string;
  filter?: FilterSpecification;
}

/** Which features of a schema have which role. */
export interface SchemaRoles {
  areas: Readonly<Record<AreaRole, readonly Selection[]>>;
  waterways: Selection;
  roads: Selection;
  /** The class of a road: one of `roadClasses`, `rail`, or anything else for what is not drawn. */
  roadClass: ExpressionSpecification;
  borders: Selection;
  /** Whether a border is disputed. */
  isDisputed: FilterSpecification;
  streetNames: Selection;
  /** Rivers, whose names follow their lines. */
  riverNames: Selection;
  /** Lakes and seas. */
  waterNames: Selection;
  places: Selection;
  /** Kind of a place: `city`, `town`, `village`, `suburb`, or anything else for smaller ones. */
  placeKind: ExpressionSpecification;
  /** Layers with points. */
  points: readonly string[];
  /** Whether a point matters in a crisis. */
  isCrisisPoint: ExpressionSpecification;
  /** Kind of a point, as OpenStreetMap or `crisisPointKinds` calls it. */
  pointKind: ExpressionSpecification;
  houseNumbers: Selection;
  houseNumber: ExpressionSpecification;
  /** Roads with a number; their `roadClass` is that of `roads`. */
  roadNumbers: Selection;
  /** Number of a road, such as `A 13`. */
  roadNumber: ExpressionSpecification;
}

const get = (name: string): ExpressionSpecification => ['get', name];
const isOneOf = (name: string, values: readonly string[]): ExpressionSpecification => [
  'in',
  get(name),
  ['literal', [...values]],
];
const isPolygon: FilterSpecification = ['==', ['geometry-type'], 'Polygon'];
const isLine: FilterSpecification = ['==', ['geometry-type'], 'LineString'];
const isPoint: FilterSpecification = ['==', ['geometry-type'], 'Point'];
const has = (name: string): FilterSpecification => ['has', name];
const all = (...filters: FilterSpecification[]): FilterSpecification =>
  ['all', ...filters] as FilterSpecification;
const isAbsentOrFalse = (name: string): FilterSpecification => ['!', isTrue(name)] as FilterSpecification;
/** Tiles have booleans, numbers or texts. */
const isTrue = (name: string): FilterSpecification => [
  'in',
  ['to-string', get(name)],
  ['literal', ['true', '1', 'yes']],
];

const protomaps: SchemaRoles = {
  areas: {
    builtUp: [
      { layer: 'landcover', filter: isOneOf('kind', ['urban_area']) },
      { layer: 'landuse', filter: isOneOf('kind', ['residential', 'pedestrian']) },
    ],
    sand: [
      { layer: 'landcover', filter: isOneOf('kind', sandKinds) },
      { layer: 'landuse', filter: isOneOf('kind', sandKinds) },
    ],
    green: [
      { layer: 'landcover', filter: isOneOf('kind', greenKinds) },
      { layer: 'landuse', filter: isOneOf('kind', greenKinds) },
    ],
    wood: [
      { layer: 'landcover', filter: isOneOf('kind', woodKinds) },
      { layer: 'landuse', filter: isOneOf('kind', woodKinds) },
    ],
    institution: [{ layer: 'landuse', filter: isOneOf('kind', institutionKinds) }],
    water: [{ layer: 'water', filter: isPolygon }],
    sea: [{ layer: 'water', filter: all(isPolygon, isOneOf('kind', ['ocean', 'sea'])) }],
    building: [{ layer: 'buildings', filter: isPolygon }],
  },
  waterways: { layer: 'water', filter: isLine },
  roads: { layer: 'roads', filter: isLine },
  roadClass: [
    'match',
    get('kind'),
    'highway',
    'motorway',
    'major_road',
    ['match', get('kind_detail'), ['trunk', 'trunk_link', 'primary', 'primary_link'], 'major', 'middle'],
    'minor_road',
    ['match', get('kind_detail'), 'service', 'service', 'minor'],
    'path',
    ['match', get('kind_detail'), 'track', 'track', 'path'],
    'rail',
    'rail',
    '',
  ],
  borders: { layer: 'boundaries', filter: isOneOf('kind', ['country', 'region']) },
  isDisputed: isTrue('disputed'),
  streetNames: { layer: 'roads', filter: isLine },
  riverNames: { layer: 'water', filter: isLine },
  waterNames: { layer: 'water', filter: isPoint },
  places: { layer: 'places', filter: isOneOf('kind', ['locality', 'macrohood', 'neighbourhood']) },
  placeKind: ['match', get('kind'), 'locality', ['to-string', get('kind_detail')], 'suburb'],
  points: ['pois'],
  isCrisisPoint: isOneOf('kind', crisisKinds),
  pointKind: ['to-string', get('kind')],
  houseNumbers: { layer: 'buildings', filter: has('addr_housenumber') },
  houseNumber: get('addr_housenumber'),
  roadNumbers: { layer: 'roads', filter: all(isLine, has('ref')) },
  roadNumber: get('ref'),
};

const openmaptiles: SchemaRoles = {
  areas: {
    builtUp: [
      { layer: 'landuse', filter: isOneOf('class', ['residential', 'suburb', 'neighbourhood', 'quarter']) },
    ],
    sand: [{ layer: 'landcover', filter: isOneOf('class', sandKinds) }],
    green: [
      { layer: 'landcover', filter: isOneOf('class', greenKinds) },
      { layer: 'landuse', filter: isOneOf('class', greenKinds) },
      { layer: 'park', filter: isPolygon },
    ],
    wood: [{ layer: 'landcover', filter: isOneOf('class', woodKinds) }],
    institution: [{ layer: 'landuse', filter: isOneOf('class', institutionKinds) }],
    water: [{ layer: 'water', filter: isPolygon }],
    sea: [{ layer: 'water', filter: all(isPolygon, isOneOf('class', ['ocean', 'sea'])) }],
    building: [{ layer: 'building', filter: isPolygon }],
  },
  waterways: { layer: 'waterway', filter: isLine },
  roads: { layer: 'transportation', filter: isLine },
  roadClass: [
    'match',
    get('class'),
    'motorway',
    'motorway',
    ['trunk', 'primary'],
    'major',
    ['secondary', 'tertiary'],
    'middle',
    ['minor', 'busway'],
    'minor',
    'service',
    'service',
    'track',
    'track',
    'path',
    'path',
    ['rail', 'transit'],
    'rail',
    '',
  ],
  borders: { layer: 'boundary', filter: all(['<=', get('admin_level'), 4], isAbsentOrFalse('maritime')) },
  isDisputed: isTrue('disputed'),
  streetNames: { layer: 'transportation_name', filter: isLine },
  riverNames: { layer: 'waterway', filter: isLine },
  waterNames: { layer: 'water_name', filter: isPoint },
  places: {
    layer: 'place',
    filter: ['!', isOneOf('class', ['continent', 'country', 'state', 'province'])],
  },
  placeKind: ['match', get('class'), ['quarter', 'neighbourhood'], 'suburb', ['to-string', get('class')]],
  points: ['poi'],
  isCrisisPoint: ['any', isOneOf('class', crisisKinds), isOneOf('subclass', crisisKinds)],
  pointKind: ['to-string', ['coalesce', get('subclass'), get('class')]],
  houseNumbers: { layer: 'housenumber' },
  houseNumber: get('housenumber'),
  roadNumbers: { layer: 'transportation_name', filter: all(isLine, has('ref')) },
  roadNumber: get('ref'),
};

const shortbreadStreets = (values: readonly string[]) => [
  ...values,
  ...values.map((value) => `${value}_link`),
];

/** Points have the tag that they are there for as a property; those of public transport have a kind. */
const shortbreadCrisisTags = Object.entries({
  ...crisisPointKinds,
  kind: { ...crisisPointKinds['railway'], bus_station: 'bus_station' },
});
const isShortbreadCrisisPoint = [
  'any',
  ...shortbreadCrisisTags.map(([key, kinds]) => isOneOf(key, Object.keys(kinds))),
] as unknown as ExpressionSpecification;
const otherPointKeys = ['kind', 'amenity', 'shop', 'tourism', 'office', 'historic', 'leisure', 'craft'];
const shortbreadPointKind = [
  'case',
  ...shortbreadCrisisTags.flatMap(([key, kinds]) => [
    isOneOf(key, Object.keys(kinds)),
    ['match', get(key), ...Object.entries(kinds).flat(), ''],
  ]),
  ['to-string', ['coalesce', ...otherPointKeys.map(get)]],
] as unknown as ExpressionSpecification;

const shortbread: SchemaRoles = {
  areas: {
    builtUp: [
      { layer: 'land', filter: isOneOf('kind', ['residential']) },
      { layer: 'street_polygons', filter: isOneOf('kind', ['pedestrian']) },
    ],
    sand: [{ layer: 'land', filter: isOneOf('kind', sandKinds) }],
    green: [{ layer: 'land', filter: isOneOf('kind', greenKinds) }],
    wood: [{ layer: 'land', filter: isOneOf('kind', woodKinds) }],
    institution: [{ layer: 'sites', filter: isOneOf('kind', institutionKinds) }],
    water: [{ layer: 'water_polygons', filter: ['!=', get('kind'), 'glacier'] }],
    sea: [{ layer: 'ocean' }],
    building: [{ layer: 'buildings' }],
  },
  waterways: { layer: 'water_lines' },
  roads: { layer: 'streets', filter: isLine },
  roadClass: [
    'match',
    get('kind'),
    shortbreadStreets(['motorway']),
    'motorway',
    shortbreadStreets(['trunk', 'primary']),
    'major',
    shortbreadStreets(['secondary', 'tertiary']),
    'middle',
    ['unclassified', 'residential', 'living_street', 'pedestrian', 'busway', 'bus_guideway'],
    'minor',
    'service',
    'service',
    'track',
    'track',
    ['footway', 'path', 'cycleway', 'steps', 'bridleway'],
    'path',
    ['rail', 'narrow_gauge', 'light_rail', 'tram', 'subway', 'funicular', 'monorail'],
    'rail',
    '',
  ],
  borders: { layer: 'boundaries', filter: all(['<=', get('admin_level'), 4], isAbsentOrFalse('maritime')) },
  isDisputed: isTrue('disputed'),
  streetNames: { layer: 'street_labels', filter: isLine },
  riverNames: { layer: 'water_lines_labels' },
  // The names of rivers are along their lines.
  waterNames: { layer: 'water_polygons_labels', filter: ['!=', get('kind'), 'river'] },
  places: { layer: 'place_labels' },
  placeKind: [
    'match',
    get('kind'),
    ['capital', 'state_capital', 'city'],
    'city',
    ['quarter', 'neighbourhood'],
    'suburb',
    ['to-string', get('kind')],
  ],
  points: ['pois', 'public_transport'],
  isCrisisPoint: isShortbreadCrisisPoint,
  pointKind: shortbreadPointKind,
  houseNumbers: { layer: 'addresses' },
  houseNumber: get('housenumber'),
  roadNumbers: { layer: 'street_labels', filter: all(isLine, has('ref')) },
  roadNumber: get('ref'),
};

/** The roles of each schema of vector tiles. */
export const schemaRoles: Readonly<Record<Exclude<MapArchiveSchema, 'raster'>, SchemaRoles>> = {
  protomaps,
  openmaptiles,
  shortbread,
};
