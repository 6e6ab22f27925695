/** Names of streets, waters, places and points of a street map, in the reader's language where the archive has it. */
import type { ExpressionSpecification, FilterSpecification, LayerSpecification } from 'maplibre-gl';
import type { Bounds } from '../../map-types.ts';
import { buildMapFont } from '../map-font.ts';
import { buildNameAnchors } from '../name-anchors.ts';
import { type ArchiveStyle, both } from './archive-areas.ts';
import { buildPoints, type PointLabels } from './archive-points.ts';
import { haloOf, hasName, type NameStyle, selectLabelled } from './label-style.ts';
import type { SchemaRoles, Selection } from './schema-roles.ts';

/** Codes under which OpenStreetMap has names in a language, besides the code itself. */
const otherCodes: Readonly<Record<string, readonly string[]>> = { zh: ['zh-Hans', 'zh-Hant'] };

/** The name in a language; the local name where there is none. */
export function buildName(language: string): ExpressionSpecification {
  const base = language.split(/[-_]/)[0] ?? language;
  const codes = [...new Set([language, base, ...(otherCodes[base] ?? [])])];
  const ofLanguage = codes.flatMap((code) => [`name:${code}`, `name_${code}`]);
  // tilemaker has no other name than the first of these.
  const fields = [...ofLanguage, 'name', 'name:latin', 'name:nonlatin'];
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

/** Kinds of places, the most important first: the zoom from which their name is drawn, and its sizes at the zooms 8 and 15. */
const placeKinds = [
  { kind: 'city', zoom: 5, sizes: [13, 22] },
  { kind: 'town', zoom: 7, sizes: [11.5, 19] },
  { kind: 'village', zoom: 10, sizes: [10.5, 16] },
  { kind: 'suburb', zoom: 12, sizes: [10, 15] },
] as const;
const smallPlaces = { kind: 'other', zoom: 13, sizes: [10, 13.5] } as const;
type PlaceKind = (typeof placeKinds)[number] | typeof smallPlaces;

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

/** Source and filter of a layer of names. */
const selectNamed = (style: NameStyle, selection: Selection, minzoom: number) =>
  selectLabelled(style, { ...selection, filter: both(selection.filter, hasName(style.name)) }, minzoom);

const alongLine = { 'symbol-placement': 'line', 'text-font': buildMapFont('regular') } as const;

const buildHouseNumbers = (style: NameStyle): LayerSpecification => ({
  id: `${style.source}-house-numbers`,
  type: 'symbol',
  ...selectLabelled(style, style.roles.houseNumbers, houseNumberZoom),
  layout: {
    'text-field': ['to-string', style.roles.houseNumber],
    'text-font': buildMapFont('regular'),
    'text-size': 10.5,
    'text-padding': 3,
  },
  paint: { 'text-color': style.colors.houseText, ...haloOf(style) },
});

function buildRoadNumbers(style: NameStyle): LayerSpecification {
  const { roadNumbers, roadNumber } = style.roles;
  const shown = { ...roadNumbers, filter: both(roadNumbers.filter, isNumberShown(style.roles)) };
  return {
    id: `${style.source}-road-numbers`,
    type: 'symbol',
    ...selectLabelled(style, shown, roadNumberZoom),
    layout: {
      ...alongLine,
      'text-field': ['to-string', roadNumber],
      'text-font': buildMapFont('medium'),
      'text-size': 10,
      'text-rotation-alignment': 'viewport',
      'symbol-spacing': 400,
      'text-padding': 20,
    },
    // The halo is the plate.
    paint: {
      'text-color': style.colors.roadNumberText,
      'text-halo-color': style.colors.roadNumber,
      'text-halo-width': 3,
    },
  };
}

function buildWaterNames(style: NameStyle): LayerSpecification[] {
  const { source, name, roles } = style;
  const paint = { 'text-color': style.colors.waterText, ...haloOf(style) };
  return [
    {
      id: `${source}-water-names`,
      type: 'symbol',
      ...selectNamed(style, roles.waterNames, 10),
      layout: {
        'text-field': name,
        'text-font': buildMapFont('regular'),
        'text-size': 11.5,
        'text-max-width': 7,
      },
      paint,
    },
    {
      id: `${source}-river-names`,
      type: 'symbol',
      ...selectNamed(style, roles.riverNames, 11),
      layout: { ...alongLine, 'text-field': name, 'text-size': 11.5, 'symbol-spacing': 400 },
      paint,
    },
  ];
}

/** Main roads come first, further out and more often: people find their way by them. */
function buildStreetNames(style: NameStyle): Record<'main' | 'others', LayerSpecification> {
  const { streetNames, roadClass } = style.roles;
  const isMain: FilterSpecification = ['in', roadClass, ['literal', ['motorway', 'major', 'middle']]];
  const buildLayer = (
    id: string,
    classes: FilterSpecification,
    { zoom, spacing, padding }: { zoom: number; spacing: number | ExpressionSpecification; padding: number },
  ): LayerSpecification => ({
    id: `${style.source}-${id}`,
    type: 'symbol',
    ...selectNamed(style, { ...streetNames, filter: both(streetNames.filter, classes) }, zoom),
    layout: {
      ...alongLine,
      'text-field': style.name,
      'text-size': ['interpolate', ['linear'], ['zoom'], 14, 10.5, 18, 14],
      'text-padding': padding,
      'symbol-spacing': spacing,
    },
    paint: { 'text-color': style.colors.streetText, ...haloOf(style) },
  });
  return {
    main: buildLayer('main-street-names', isMain, {
      zoom: 13,
      spacing: ['step', ['zoom'], 100, 16, 200],
      padding: 2,
    }),
    others: buildLayer('street-names', ['!', isMain], { zoom: 14, spacing: 250, padding: 6 }),
  };
}

function buildPlaceNames(style: NameStyle): LayerSpecification {
  const { places, placeKind } = style.roles;
  const byKind = (read: (place: PlaceKind, rank: number) => number) =>
    [
      'match',
      placeKind,
      ...placeKinds.flatMap((place, rank) => [place.kind, read(place, rank)]),
      read(smallPlaces, placeKinds.length),
    ] as unknown as ExpressionSpecification;
  const firstZoom = byKind(({ zoom }) => zoom);
  const sizes = [8, byKind(({ sizes: [far] }) => far), 15, byKind(({ sizes: [, near] }) => near)] as const;
  return {
    id: `${style.source}-places`,
    type: 'symbol',
    ...selectNamed(style, { ...places, filter: both(places.filter, ['<=', firstZoom, ['zoom']]) }, 0),
    layout: {
      'text-field': style.name,
      'text-font': buildMapFont('medium'),
      'text-size': ['interpolate', ['linear'], ['zoom'], ...sizes],
      // In the middle of the place, or else beside the pins there.
      'text-variable-anchor-offset': ['center', [0, 0], ...buildNameAnchors(1.2, 2.4)],
      'text-justify': 'auto',
      'text-max-width': 8,
      'text-padding': 4,
      'symbol-sort-key': byKind((_place, rank) => rank),
    },
    paint: { 'text-color': style.colors.placeText, ...haloOf(style) },
  };
}

/** Names of an archive from bottom to top. @param boxesAbove boxes of archives that are drawn above it */
export function buildArchiveNames(
  archive: ArchiveStyle,
  language: string,
  { boxesAbove, pointLabels }: { boxesAbove: readonly Box[]; pointLabels: PointLabels },
): LayerSpecification[] {
  const style = { ...archive, name: buildName(language), outside: isOutside(boxesAbove) };
  const { hasNumbers } = archive.look;
  const points = buildPoints(style, pointLabels);
  const streetNames = buildStreetNames(style);
  return [
    ...(hasNumbers ? [buildHouseNumbers(style)] : []),
    ...points.others,
    ...buildWaterNames(style),
    streetNames.others,
    ...(hasNumbers ? [buildRoadNumbers(style)] : []),
    streetNames.main,
    // What is on top gets room first: streets can have their names elsewhere.
    ...points.crisis,
    ...points.stations,
    buildPlaceNames(style),
  ];
}
