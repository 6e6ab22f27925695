import type { BaseLayer } from '@waypost/contract/settings/map-keys';
import type { StyleSpecification } from 'maplibre-gl';
import type { CityNames } from '../city-names.ts';
import type { MapTheme } from '../map-types.ts';
import { findExternalLayer } from './base-layers.ts';
import { buildBaseMapLayers, createWorldSource } from './base-map-layers.ts';
import { MAP_PALETTE } from './map-palette.ts';
import { buildPinLayers, PIN_SOURCE, type PreparedPins } from './pin-layers.ts';

/** Everything that determines the style, which is a pure function of it. */
export interface MapAppearance {
  theme: MapTheme;
  language: string;
  /** City names in the language. */
  cities: CityNames;
  baseLayer: BaseLayer;
  pins: PreparedPins | null;
  selected: number | null;
}

/** The complete style. When it is set again, the library applies only the differences. */
export function buildMapStyle({
  theme,
  language,
  cities,
  baseLayer,
  pins,
  selected,
}: MapAppearance): StyleSpecification {
  const external = findExternalLayer(baseLayer);
  const style: StyleSpecification = { version: 8, sources: {}, layers: [] };
  if (external) {
    style.sources['outside'] = {
      type: 'raster',
      tiles: [...external.tiles],
      tileSize: 256,
      maxzoom: external.maxZoom,
      attribution: external.attribution,
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
