import type { BaseLayer } from '@waypost/contract/settings/settings';
import type { StyleSpecification } from 'maplibre-gl';
import type { CityNames } from '../city-names.ts';
import type { MapTheme } from '../map-types.ts';
import { findExternalLayer } from './base-layers.ts';
import { buildBaseMapLayers, createWorldSource } from './base-map-layers.ts';
import { MAP_PALETTE } from './map-palette.ts';
import { buildPinLayers, PIN_SOURCE, type PreparedPins } from './pin-layers.ts';

/** Everything that decides how the map looks; the style is a pure function of it. */
export interface MapAppearance {
  theme: MapTheme;
  language: string;
  /** What cities are called in it. */
  cities: CityNames;
  baseLayer: BaseLayer;
  pins: PreparedPins | null;
  selected: number | null;
}

/** The whole style. Handed over again after a change, the library applies only the difference. */
export function buildMapStyle({
  theme,
  language,
  cities,
  baseLayer,
  pins,
  selected,
}: MapAppearance): StyleSpecification {
  const outside = findExternalLayer(baseLayer);
  const style: StyleSpecification = { version: 8, sources: {}, layers: [] };
  if (outside) {
    style.sources['outside'] = {
      type: 'raster',
      tiles: [...outside.tiles],
      tileSize: 256,
      maxzoom: outside.maxZoom,
      attribution: outside.attribution,
    };
    style.layers.push(
      { id: 'sea', type: 'background', paint: { 'background-color': MAP_PALETTE[theme].sea } },
      { id: 'outside', type: 'raster', source: 'outside' },
    );
  } else {
    style.sources['world'] = createWorldSource();
    style.layers.push(...buildBaseMapLayers(theme, language, cities));
  }
  if (pins) {
    style.sources[PIN_SOURCE] = pins.source;
    style.layers.push(...buildPinLayers(pins, theme, language, selected));
  }
  return style;
}
