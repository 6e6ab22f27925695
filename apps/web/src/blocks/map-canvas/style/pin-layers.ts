import type { ExpressionSpecification, LayerSpecification, SourceSpecification } from 'maplibre-gl';
import type { MapTheme, PinSource } from '../map-types.ts';
import { NEUTRAL_PIN } from '../pins/pin-color.ts';
import { buildPinImageName } from '../pins/pin-images.ts';
import { buildRingImageName } from '../pins/pin-rings.ts';
import { convertGeojsonToPins, type PinFeatures } from '../pins/pins-from-geojson.ts';
import { buildCountLabel } from './count-label.ts';
import { buildMapFont } from './map-font.ts';
import { PIN_PALETTE } from './map-palette.ts';

/** Id of the pins' source. */
export const PIN_SOURCE = 'pins';
/** Ids of the pins' layers. */
export const PIN_LAYERS = {
  cluster: 'pin-clusters',
  ring: 'pin-cluster-rings',
  single: 'pin-singles',
  selected: 'pin-selected',
} as const;

/** Layer in the server's tiles. */
const TILE_LAYER = 'posts';
/** Pixels within which the browser clusters pins. */
const CLUSTER_RADIUS = 50;
/** The deepest zoom at which the browser clusters pins. */
export const CLUSTER_MAX_ZOOM = 15;
/** Number of colours that are counted in clusters; further colours count as grey. */
const COLOR_LIMIT = 12;
/** As deep as the map's zoom: an overzoomed tile would show posts as one cluster that are apart at that zoom. */
const TILES_MAX_ZOOM = 18;

const COUNT: ExpressionSpecification = ['coalesce', ['get', 'count'], ['get', 'point_count']];
const IS_CLUSTER: ExpressionSpecification = ['any', ['has', 'count'], ['has', 'point_count']];
const POST_ID: ExpressionSpecification = ['coalesce', ['get', 'id'], ['id']];

/** A pin source for the style: the data is converted once, not at every change of the style. */
export interface PreparedPins {
  source: SourceSpecification;
  sourceLayer: string | undefined;
  color: ExpressionSpecification;
  /** Posts of a cluster by colour, `#A51A1A:12,#808080:3`; empty for a single colour, or if unknown. */
  parts: ExpressionSpecification;
}

const PIN_COLOR: ExpressionSpecification = ['coalesce', ['get', 'color'], NEUTRAL_PIN];

/** @param template URL template of the tiles, for pins from tiles */
export function preparePins(pins: PinSource, template: string): PreparedPins {
  if (pins.kind === 'tiles') {
    const source: SourceSpecification = {
      type: 'vector',
      tiles: [template],
      maxzoom: pins.maxZoom ?? TILES_MAX_ZOOM,
    };
    return { source, sourceLayer: TILE_LAYER, color: PIN_COLOR, parts: ['coalesce', ['get', 'parts'], ''] };
  }
  const data = convertGeojsonToPins(pins.data);
  const colors = findCommonColors(data);
  const source: SourceSpecification = {
    type: 'geojson',
    data,
    cluster: true,
    clusterRadius: CLUSTER_RADIUS,
    clusterMaxZoom: CLUSTER_MAX_ZOOM,
    clusterProperties: Object.fromEntries(
      colors.map((color, i) => [`n${i}`, ['+', ['case', ['==', ['get', 'color'], color], 1, 0]]]),
    ),
  };
  return {
    source,
    sourceLayer: undefined,
    color: buildDominantColor(colors),
    parts: buildClusterParts(colors),
  };
}

function findCommonColors(data: PinFeatures): string[] {
  const counts = new Map<string, number>();
  for (const { properties } of data.features) {
    counts.set(properties.color, (counts.get(properties.color) ?? 0) + 1);
  }
  return [...counts]
    .sort((a, b) => b[1] - a[1])
    .slice(0, COLOR_LIMIT)
    .map(([color]) => color);
}

/** The most frequent colour of a cluster made in the browser; a single pin has its own. */
function buildDominantColor(colors: readonly string[]): ExpressionSpecification {
  if (colors.length === 0) return PIN_COLOR;
  const highestCount = ['max', 0, ...colors.map((_, i) => ['get', `n${i}`])];
  const cases = colors.flatMap((color, i) => [['==', ['get', `n${i}`], ['var', 'max']], color]);
  const dominant = ['let', 'max', highestCount, ['case', ...cases, NEUTRAL_PIN]];
  return ['case', ['has', 'point_count'], dominant, PIN_COLOR] as unknown as ExpressionSpecification;
}

/** The counts by colour as in the server's tiles, for clusters made in the browser; most frequent colours first. */
function buildClusterParts(colors: readonly string[]): ExpressionSpecification {
  const counted = colors.map((_, i): ExpressionSpecification => ['coalesce', ['get', `n${i}`], 0]);
  const texts = colors.map((color, i) => [
    'case',
    ['>', counted[i], 0],
    ['concat', `${color}:`, ['to-string', counted[i]], ','],
    '',
  ]);
  const rest = ['-', COUNT, ['+', 0, ...counted]];
  const others = ['case', ['>', rest, 0], ['concat', `${NEUTRAL_PIN}:`, ['to-string', rest]], ''];
  return ['concat', ...texts, others] as unknown as ExpressionSpecification;
}

/** Layers for clusters, single pins and the selected pin, from the bottom to the top. */
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
  const radius = (extra: number): ExpressionSpecification => [
    'interpolate',
    ['linear'],
    ['log10', ['max', COUNT, 1]],
    0,
    12 + extra,
    1,
    15 + extra,
    2,
    19 + extra,
    3,
    24 + extra,
    5,
    32 + extra,
  ];
  const [[, singleFilter], [, selectedFilter]] = buildSelectionFilters(selected);
  // A second colour follows a comma; a single colour has a plain ring.
  const isMixed: ExpressionSpecification = ['in', ',#', pins.parts];
  return [
    {
      id: 'pin-cluster-glow',
      type: 'circle',
      ...from,
      filter: IS_CLUSTER,
      paint: { 'circle-radius': radius(6), 'circle-color': pins.color, 'circle-opacity': 0.22 },
    },
    {
      id: PIN_LAYERS.cluster,
      type: 'circle',
      ...from,
      filter: IS_CLUSTER,
      paint: {
        'circle-radius': radius(0),
        'circle-color': paint.surface,
        'circle-stroke-color': pins.color,
        'circle-stroke-width': ['case', isMixed, 0, 4],
      },
    },
    {
      id: PIN_LAYERS.ring,
      type: 'symbol',
      ...from,
      filter: ['all', IS_CLUSTER, isMixed],
      layout: {
        'icon-image': buildRingImageName(theme, radius(0), pins.parts),
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
        'text-field': buildCountLabel(COUNT, language),
        'text-font': buildMapFont('semibold'),
        'text-size': ['interpolate', ['linear'], ['log10', ['max', COUNT, 1]], 0, 12, 2, 13, 5, 15],
        'text-allow-overlap': true,
        // About the width of the ring: place names leave space for the whole cluster.
        'text-padding': 11,
      },
      paint: { 'text-color': paint.ink },
    },
    {
      id: PIN_LAYERS.single,
      type: 'symbol',
      ...from,
      filter: singleFilter,
      layout: pinIcon(buildPinImageName(theme, 'plain', pins.color)),
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

/** Filters of the layers of single pins and of the selected pin. */
export function buildSelectionFilters(selected: number | null): readonly [LayerFilter, LayerFilter] {
  const isSelected: ExpressionSpecification = ['==', POST_ID, selected ?? -1];
  return [
    [PIN_LAYERS.single, ['all', ['!', IS_CLUSTER], ['!', isSelected]]],
    [PIN_LAYERS.selected, ['all', ['!', IS_CLUSTER], isSelected]],
  ];
}

function pinIcon(image: ExpressionSpecification) {
  return {
    'icon-image': image,
    'icon-anchor': 'bottom' as const,
    'icon-allow-overlap': true,
    // Pins further south are drawn on top.
    'symbol-z-order': 'viewport-y' as const,
  };
}
