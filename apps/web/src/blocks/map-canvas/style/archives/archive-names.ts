/** Names of streets, waters, places and points of a street map, in the reader's language where the archive has it. */
import type { ExpressionSpecification, FilterSpecification, LayerSpecification } from 'maplibre-gl';
import type { Bounds } from '../../map-types.ts';
import { buildMapFont } from '../map-font.ts';
import { type ArchiveStyle, both, select } from './archive-areas.ts';
import { transportKinds } from './schema-kinds.ts';
import type { SchemaRoles, Selection } from './schema-roles.ts';

/** Codes under which OpenStreetMap has names in a language, besides the code itself. */
const otherCodes: Readonly<Record<string, readonly string[]>> = { zh: ['zh-Hans', 'zh-Hant'] };

/** The name in a language; the local name where there is none. */
export function buildName(language: string): ExpressionSpecification {
  const base = language.split(/[-_]/)[0] ?? language;
  const codes = [...new Set([language, base, ...(otherCodes[base] ?? [])])];
  const fields = [...codes.flatMap((code) => [`name:${code}`, `name_${code}`]), 'name'];
  return [
    'coalesce',
    ...fields.map((field): ExpressionSpecification => ['get', field]),
  ] as ExpressionSpecification;
}

interface Box {
  bounds: Bounds;
  /** The zoom from which the archive of the box is drawn. */
  firstZoom: number;
}

/** Leaves out what is in boxes of archives that are drawn: they have names of their own. */
export function isOutside(boxes: readonly Box[]): FilterSpecification | undefined {
  if (boxes.length === 0) return undefined;
  const conditions = boxes.map(({ bounds: [west, south, east, north], firstZoom }): FilterSpecification => {
    const ring = [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ];
    const isIn: ExpressionSpecification = ['within', { type: 'Polygon', coordinates: [ring] }];
    return ['any', ['<', ['zoom'], firstZoom], ['!', isIn]];
  });
  return ['all', ...conditions] as FilterSpecification;
}

const hasName = (name: ExpressionSpecification): FilterSpecification => ['!=', ['to-string', name], ''];

/** Sizes of place names by kind, at the zooms 8 and 15. */
const placeSizes = {
  city: [13, 22],
  town: [11.5, 19],
  village: [10.5, 16],
  suburb: [10, 15],
  other: [10, 13.5],
} as const;
/** The zooms from which names of places are drawn. */
const placeZooms: readonly [string, number][] = [
  ['city', 5],
  ['town', 7],
  ['village', 10],
  ['suburb', 12],
];
const smallPlaceZoom = 13;

/** Texts by kind, for points that have no name. */
export type PointLabels = Readonly<Record<string, string>>;

/** The zoom from which points without a name are labelled by their kind. */
const unnamedPointZoom = 16;

/** Names of points; what kind they are where they have none. Stations and stops are squares. */
function buildPoints(
  { source, look, colors, roles, firstZoom }: ArchiveStyle,
  name: ExpressionSpecification,
  { labels, outside }: { labels: PointLabels; outside: FilterSpecification | undefined },
): LayerSpecification[] {
  const label = [
    'match',
    roles.pointKind,
    ...Object.entries(labels).flat(),
    '',
  ] as unknown as ExpressionSpecification;
  const text: ExpressionSpecification = ['case', ['!=', ['to-string', name], ''], ['to-string', name], label];
  const kinds: FilterSpecification = ['in', roles.pointKind, ['literal', Object.keys(labels)]];
  const isNear: FilterSpecification = ['>=', ['zoom'], unnamedPointZoom];
  const isLabelled = ['any', hasName(name), both(kinds, isNear)] as FilterSpecification;
  const isShown: FilterSpecification =
    look.allPointsZoom === null
      ? roles.isCrisisPoint
      : (['any', roles.isCrisisPoint, ['>=', ['zoom'], look.allPointsZoom]] as FilterSpecification);
  const filter = both(isShown, isLabelled);
  const mark = ['match', roles.pointKind, transportKinds, '■\n', '●\n'] as unknown as ExpressionSpecification;
  return roles.points.map((layer) => ({
    id: `${source}-points-${layer}`,
    type: 'symbol',
    source,
    'source-layer': layer,
    minzoom: Math.max(firstZoom, 15),
    filter: outside ? both(filter, outside) : filter,
    layout: {
      'text-field': ['format', mark, { 'font-scale': 0.75, 'text-color': colors.point }, text, {}],
      'text-font': buildMapFont('regular'),
      'text-size': 11,
      'text-anchor': 'top',
      'text-offset': [0, -0.8],
      'text-max-width': 8,
      'text-padding': 4,
      'symbol-sort-key': ['case', roles.isCrisisPoint, 0, 1],
    },
    paint: { 'text-color': colors.pointText, 'text-halo-color': colors.halo, 'text-halo-width': 1.3 },
  }));
}

const houseNumberZoom = 17;
const roadNumberZoom = 9;
/** The zoom from which roads other than the largest have their number. */
const allRoadNumbersZoom = 12;
const maxRoadNumberLength = 12;

/** Lists of numbers are too long for the map. */
const isNumberShown = ({ roadClass, roadNumber }: SchemaRoles): FilterSpecification =>
  [
    'all',
    ['<=', ['length', ['to-string', roadNumber]], maxRoadNumberLength],
    ['any', ['in', roadClass, ['literal', ['motorway', 'major']]], ['>=', ['zoom'], allRoadNumbersZoom]],
  ] as FilterSpecification;

/** Names of an archive from bottom to top. @param boxesAbove boxes of archives that are drawn above it */
export function buildArchiveNames(
  style: ArchiveStyle,
  language: string,
  { boxesAbove, pointLabels }: { boxesAbove: readonly Box[]; pointLabels: PointLabels },
): LayerSpecification[] {
  const { source, look, colors, roles } = style;
  const name = buildName(language);
  const outside = isOutside(boxesAbove);
  const labelled = (selection: Selection, minzoom: number) => {
    const filter = outside ? both(selection.filter, outside) : selection.filter;
    return select(style, { layer: selection.layer, ...(filter ? { filter } : {}) }, minzoom);
  };
  const named = (selection: Selection, minzoom: number) =>
    labelled({ ...selection, filter: both(selection.filter, hasName(name)) }, minzoom);
  const halo = { 'text-halo-color': colors.halo, 'text-halo-width': 1.3 };
  const sizeOf = (index: 0 | 1): ExpressionSpecification => [
    'match',
    roles.placeKind,
    'city',
    placeSizes.city[index],
    'town',
    placeSizes.town[index],
    'village',
    placeSizes.village[index],
    'suburb',
    placeSizes.suburb[index],
    placeSizes.other[index],
  ];
  const firstZoomOfPlace: ExpressionSpecification = [
    'match',
    roles.placeKind,
    ...placeZooms.flat(),
    smallPlaceZoom,
  ] as unknown as ExpressionSpecification;
  const rank: ExpressionSpecification = [
    'match',
    roles.placeKind,
    'city',
    0,
    'town',
    1,
    'village',
    2,
    'suburb',
    3,
    4,
  ];
  const alongLine = {
    'symbol-placement': 'line' as const,
    'text-field': name,
    'text-font': buildMapFont('regular'),
  };
  const houseNumbers: LayerSpecification = {
    id: `${source}-house-numbers`,
    type: 'symbol',
    ...labelled(roles.houseNumbers, houseNumberZoom),
    layout: {
      'text-field': ['to-string', roles.houseNumber],
      'text-font': buildMapFont('regular'),
      'text-size': 10.5,
      'text-padding': 3,
    },
    paint: { 'text-color': colors.houseText, ...halo },
  };
  const roadNumbers: LayerSpecification = {
    id: `${source}-road-numbers`,
    type: 'symbol',
    ...labelled(
      { ...roles.roadNumbers, filter: both(roles.roadNumbers.filter, isNumberShown(roles)) },
      roadNumberZoom,
    ),
    layout: {
      ...alongLine,
      'text-field': ['to-string', roles.roadNumber],
      'text-font': buildMapFont('medium'),
      'text-size': 10,
      'text-rotation-alignment': 'viewport',
      'symbol-spacing': 400,
      'text-padding': 20,
    },
    // The halo is the plate.
    paint: {
      'text-color': colors.roadNumberText,
      'text-halo-color': colors.roadNumber,
      'text-halo-width': 3,
    },
  };
  return [
    ...(look.hasNumbers ? [houseNumbers] : []),
    ...buildPoints(style, name, { labels: pointLabels, outside }),
    {
      id: `${source}-water-names`,
      type: 'symbol',
      ...named(roles.waterNames, 10),
      layout: {
        'text-field': name,
        'text-font': buildMapFont('regular'),
        'text-size': 11.5,
        'text-max-width': 7,
      },
      paint: { 'text-color': colors.waterText, ...halo },
    },
    {
      id: `${source}-river-names`,
      type: 'symbol',
      ...named(roles.riverNames, 11),
      layout: { ...alongLine, 'text-size': 11.5, 'symbol-spacing': 400 },
      paint: { 'text-color': colors.waterText, ...halo },
    },
    {
      id: `${source}-street-names`,
      type: 'symbol',
      ...named(roles.streetNames, 14),
      layout: {
        ...alongLine,
        'text-size': ['interpolate', ['linear'], ['zoom'], 14, 10.5, 18, 14],
        'text-padding': 6,
      },
      paint: { 'text-color': colors.streetText, ...halo },
    },
    ...(look.hasNumbers ? [roadNumbers] : []),
    {
      id: `${source}-places`,
      type: 'symbol',
      ...named({ ...roles.places, filter: both(roles.places.filter, ['<=', firstZoomOfPlace, ['zoom']]) }, 0),
      layout: {
        'text-field': name,
        'text-font': buildMapFont('medium'),
        'text-size': ['interpolate', ['linear'], ['zoom'], 8, sizeOf(0), 15, sizeOf(1)],
        'text-max-width': 8,
        'text-padding': 6,
        'symbol-sort-key': rank,
      },
      paint: { 'text-color': colors.placeText, ...halo },
    },
  ];
}
