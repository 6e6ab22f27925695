import type { ExpressionSpecification, LayerSpecification, SourceSpecification } from 'maplibre-gl';
import type { MapTheme, TilePins } from '../map-types.ts';
import {
  AREA_OPACITY,
  clusterGlow,
  clusterRadii,
  clusterTextSizes,
  type ScaleByCount,
} from '../pins/cluster-look.ts';
import { buildPinImageName, IS_APPROXIMATE } from '../pins/pin-images.ts';
import { buildRingImageName } from '../pins/pin-rings.ts';
import { COUNT, PIN_COLOR, PIN_LAYERS, type PreparedPins, TILE_LAYER } from '../pins/prepared-pins.ts';
import { buildCountLabel } from './count-label.ts';
import { buildMapFont } from './map-font.ts';
import { PIN_PALETTE } from './map-palette.ts';

/** Id of the pins' source. */
export const PIN_SOURCE = 'pins';

/** As deep as the map's zoom: an overzoomed tile would show posts as one cluster that are apart at that zoom. */
const TILES_MAX_ZOOM = 18;

const IS_CLUSTER: ExpressionSpecification = ['any', ['has', 'count'], ['has', 'point_count']];
const POST_ID: ExpressionSpecification = ['coalesce', ['get', 'id'], ['id']];

/** The source of pins from tiles. @param template URL template of the tiles */
export function prepareTilePins({ maxZoom = TILES_MAX_ZOOM }: TilePins, template: string): PreparedPins {
  const source: SourceSpecification = { type: 'vector', tiles: [template], maxzoom: maxZoom };
  return { source, sourceLayer: TILE_LAYER, color: PIN_COLOR, parts: ['coalesce', ['get', 'parts'], ''] };
}

/** Pixels of the radius of an approximate place: the world is 512 pixels wide at zoom 0, and doubles with each zoom. */
const AREA_RADIUS: ExpressionSpecification = [
  'interpolate',
  ['exponential', 2],
  ['zoom'],
  0,
  ['*', ['get', 'area'], 512],
  22,
  ['*', ['get', 'area'], 512 * 2 ** 22],
];

/** Expression for a size that grows with the number of posts. */
const buildClusterScale = (scale: ScaleByCount, extra = 0): ExpressionSpecification => [
  'interpolate',
  ['linear'],
  ['log10', ['max', COUNT, 1]],
  ...scale.flatMap(([exponent, size]) => [exponent, size + extra]),
];

/** Layers for areas of approximate places, single pins, clusters and the selected pin, from the bottom to the top. */
export function buildPinLayers(
  pins: PreparedPins,
  theme: MapTheme,
  language: string,
  selected: number | null,
): LayerSpecification[] {
  const paint = PIN_PALETTE[theme];
  const from = {
    source: PIN_SOURCE,
    ...(pins.sourceLayer === undefined ? {} : { 'source-layer': pins.sourceLayer }),
  };
  const radius = (extra: number) => buildClusterScale(clusterRadii, extra);
  const [[, singleFilter], [, selectedFilter], [, areaFilter]] = buildSelectionFilters(selected);
  // Larger clusters are drawn on top, as in the first picture of the map.
  const circleOrder = { 'circle-sort-key': COUNT };
  const symbolOrder = { 'symbol-sort-key': COUNT };
  // A second colour follows a comma. The counts of a single colour would be a ring image each.
  const ringParts: ExpressionSpecification = [
    'case',
    ['in', ',#', pins.parts],
    pins.parts,
    ['concat', pins.color, ':1'],
  ];
  return [
    {
      id: PIN_LAYERS.area,
      type: 'circle',
      ...from,
      filter: areaFilter,
      paint: {
        'circle-radius': AREA_RADIUS,
        'circle-color': pins.color,
        'circle-opacity': AREA_OPACITY,
        'circle-stroke-color': pins.color,
        'circle-stroke-width': 1,
      },
    },
    // Below the clusters: the head of a pin just south of a cluster would cover its number.
    {
      id: PIN_LAYERS.single,
      type: 'symbol',
      ...from,
      filter: singleFilter,
      layout: pinIcon(buildPinImageName(theme, 'plain', pins.color)),
    },
    {
      id: 'pin-cluster-glow',
      type: 'circle',
      ...from,
      filter: IS_CLUSTER,
      layout: circleOrder,
      paint: {
        'circle-radius': radius(clusterGlow.width),
        'circle-color': pins.color,
        'circle-opacity': clusterGlow.opacity,
      },
    },
    {
      id: PIN_LAYERS.cluster,
      type: 'circle',
      ...from,
      filter: IS_CLUSTER,
      layout: circleOrder,
      paint: {
        'circle-radius': radius(0),
        'circle-color': paint.surface,
      },
    },
    {
      id: PIN_LAYERS.ring,
      type: 'symbol',
      ...from,
      filter: IS_CLUSTER,
      layout: {
        ...symbolOrder,
        'icon-image': buildRingImageName(theme, radius(0), ringParts),
        'icon-allow-overlap': true,
        'icon-ignore-placement': true,
      },
    },
    {
      id: 'pin-cluster-counts',
      type: 'symbol',
      ...from,
      filter: IS_CLUSTER,
      layout: {
        ...symbolOrder,
        'text-field': buildCountLabel(COUNT, language),
        'text-font': buildMapFont('semibold'),
        'text-size': buildClusterScale(clusterTextSizes),
        'text-allow-overlap': true,
        // About the width of the ring: place names leave space for the whole cluster.
        'text-padding': 11,
      },
      paint: { 'text-color': paint.ink },
    },
    {
      id: PIN_LAYERS.selected,
      type: 'symbol',
      ...from,
      filter: selectedFilter,
      layout: pinIcon(buildPinImageName(theme, 'selected', pins.color)),
    },
  ];
}

type LayerFilter = readonly [layer: string, filter: ExpressionSpecification];

/** Filters of the layers of single pins, of the selected pin, and of the areas of the others: that of the selected one is drawn with its post. */
export function buildSelectionFilters(
  selected: number | null,
): readonly [LayerFilter, LayerFilter, LayerFilter] {
  const isSelected: ExpressionSpecification = ['==', POST_ID, selected ?? -1];
  return [
    [PIN_LAYERS.single, ['all', ['!', IS_CLUSTER], ['!', isSelected]]],
    [PIN_LAYERS.selected, ['all', ['!', IS_CLUSTER], isSelected]],
    [PIN_LAYERS.area, ['all', IS_APPROXIMATE, ['!', isSelected]]],
  ];
}

function pinIcon(image: ExpressionSpecification) {
  return {
    'icon-image': image,
    'icon-anchor': ['case', IS_APPROXIMATE, 'center', 'bottom'] as ExpressionSpecification,
    'icon-allow-overlap': true,
    // Pins further south are drawn on top.
    'symbol-z-order': 'viewport-y' as const,
  };
}
