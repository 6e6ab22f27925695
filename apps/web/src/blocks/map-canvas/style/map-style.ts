import { type BaseLayer, isOwnMap } from '@waypost/contract/settings/base-layers';
import type { ExpressionSpecification, StyleSpecification } from 'maplibre-gl';
import type { DrawnArchives } from '../archives/drawn-archives.ts';
import type { CityNames } from '../city-names.ts';
import type { MapOverlay } from '../layers/map-overlay.ts';
import type { MapTheme } from '../map-types.ts';
import type { PreparedPins } from '../pins/prepared-pins.ts';
import { buildAntarcticaCover, createAntarcticaSource } from './antarctica.ts';
import { findExternalLayer } from './base-layers.ts';
import { buildLandLayers, buildNameLayers, createBaseMapSources } from './base-map-layers.ts';
import { MAP_PALETTE } from './map-palette.ts';
import { buildPinLayers, PIN_SOURCE } from './pin-layers.ts';

/** Everything that determines the style, which is a pure function of it. */
export interface MapAppearance {
  theme: MapTheme;
  language: string;
  /** City names in the language. */
  cities: CityNames;
  baseLayer: BaseLayer;
  /** Archives of the deployment, which the embedded map shows. */
  archives: DrawnArchives | null;
  /** Layers of the deployment. */
  overlay: MapOverlay | null;
  /** Zoom from which Antarctica is visible. */
  antarcticaZoom: number;
  pins: PreparedPins | null;
  selected: number | null;
}

/** From this zoom on, a tile that is missing would look like sea. Below, the sea is what the map shows beyond the poles. */
const GROUND_ZOOM = 5;

const buildGroundColor = (sea: string, theme: MapTheme): ExpressionSpecification => [
  'step',
  ['zoom'],
  sea,
  GROUND_ZOOM,
  MAP_PALETTE[theme].land,
];

/** The complete style. When it is set again, the library applies only the differences. */
export function buildMapStyle({
  theme,
  language,
  cities,
  baseLayer,
  archives,
  overlay,
  antarcticaZoom,
  pins,
  selected,
}: MapAppearance): StyleSpecification {
  const external = findExternalLayer(baseLayer);
  const drawn = isOwnMap(baseLayer) ? archives?.buildStyle({ theme, language, baseLayer }) : undefined;
  const colors = drawn?.colors ?? MAP_PALETTE[theme];
  const sea = external?.sea ?? colors.sea;
  const style: StyleSpecification = { version: 8, sources: createAntarcticaSource(), layers: [] };
  if (external) {
    style.sources['outside'] = {
      type: 'raster',
      tiles: [...external.tiles],
      tileSize: 256,
      maxzoom: external.maxZoom,
      attribution: external.attribution,
    };
    style.layers.push(
      { id: 'sea', type: 'background', paint: { 'background-color': buildGroundColor(sea, theme) } },
      { id: 'outside', type: 'raster', source: 'outside' },
    );
  } else {
    Object.assign(style.sources, createBaseMapSources(), drawn?.sources);
    style.layers.push(
      ...buildLandLayers(colors),
      ...(drawn?.areas ?? []),
      ...buildNameLayers(theme, language, cities, archives?.worldPlaceFilter),
      ...(drawn?.names ?? []),
    );
  }
  style.layers.push(...buildAntarcticaCover(sea, antarcticaZoom));
  if (overlay) {
    Object.assign(style.sources, overlay.sources);
    style.layers.push(...overlay.layers);
  }
  if (pins) {
    style.sources[PIN_SOURCE] = pins.source;
    style.layers.push(...buildPinLayers(pins, theme, language, selected));
  }
  return style;
}
