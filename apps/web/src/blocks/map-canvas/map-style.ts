import type { BaseLayer } from '@waypost/contract/settings';
import type { StyleSpecification } from 'maplibre-gl';
import { outsideLayer } from './base-layers.ts';
import type { CityNames } from './city-names.ts';
import type { MapTheme } from './map-types.ts';
import { MAP_PALETTE } from './palette.ts';
import { embeddedLayers, worldSource } from './style-embedded.ts';
import { PIN_SOURCE, type PreparedPins, pinLayers } from './style-pins.ts';

/** Everything that decides how the map looks; the style is a pure function of it. */
export interface MapLook {
  theme: MapTheme;
  language: string;
  /** What cities are called in it. */
  cities: CityNames;
  baseLayer: BaseLayer;
  pins: PreparedPins | null;
  selected: number | null;
}

/** The whole style. Handed over again after a change, the library applies only the difference. */
export function mapStyle({
  theme,
  language,
  cities,
  baseLayer,
  pins,
  selected,
}: MapLook): StyleSpecification {
  const outside = outsideLayer(baseLayer);
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
    style.sources['world'] = worldSource();
    style.layers.push(...embeddedLayers(theme, language, cities));
  }
  if (pins) {
    style.sources[PIN_SOURCE] = pins.source;
    style.layers.push(...pinLayers(pins, theme, language, selected));
  }
  return style;
}
