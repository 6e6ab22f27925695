import type {
  ExpressionSpecification,
  FilterSpecification,
  LayerSpecification,
  LineLayerSpecification,
  SourceSpecification,
} from 'maplibre-gl';
import type { CityNames } from '../city-names.ts';
import { getArchiveUrl } from '../engine/map-preload.ts';
import type { MapTheme } from '../map-types.ts';
import { getCountryNames } from './country-names.ts';
import { buildMapFont } from './map-font.ts';
import { MAP_PALETTE, type MapPalette } from './map-palette.ts';
import { buildNameAnchors } from './name-anchors.ts';
import { buildPlaceImageName } from './place-images.ts';

const WORLD_SOURCE = 'world';
const ZOOM: ExpressionSpecification = ['zoom'];
/** Languages of the client whose letters join or stack: letter spacing would break the words. */
const LANGUAGES_WITHOUT_LETTER_SPACING = /^(?:ar|hi)/;

/** Land, water, borders and names. */
function createWorldSource(): SourceSpecification {
  return {
    type: 'vector',
    url: `pmtiles://${getArchiveUrl()}`,
    attribution:
      '<a href="https://www.naturalearthdata.com" target="_blank" rel="noopener">Natural Earth</a> · <a href="https://www.geonames.org" target="_blank" rel="noopener">GeoNames</a> (CC BY 4.0)',
  };
}

/** The sources of the embedded map. */
export const createBaseMapSources = (): Record<string, SourceSpecification> => ({
  [WORLD_SOURCE]: createWorldSource(),
});

/** Names of the embedded map. @param placeFilter which places are drawn; all by default */
export function buildNameLayers(
  theme: MapTheme,
  language: string,
  cities: CityNames,
  placeFilter?: FilterSpecification,
): LayerSpecification[] {
  return [buildPlaceLayer(theme, cities, placeFilter), buildCountryLayer(theme, language)];
}

const interpolateByZoom = (...stops: readonly number[]): ExpressionSpecification =>
  ['interpolate', ['linear'], ZOOM, ...stops] as unknown as ExpressionSpecification;

const fromSourceLayer = (layer: string) => ({ source: WORLD_SOURCE, 'source-layer': layer });

/**
 * Sea, land and borders of the embedded map. Lakes and rivers are accurate to a few kilometres only: they fade out before the zoom at which a reader would rely on them.
 */
export function buildLandLayers(color: MapPalette): LayerSpecification[] {
  const paint = { 'line-color': color.border, 'line-width': interpolateByZoom(1, 0.5, 4, 1, 8, 1.6) };
  return [
    { id: 'sea', type: 'background', paint: { 'background-color': color.sea } },
    {
      id: 'land',
      type: 'fill',
      ...fromSourceLayer('land'),
      paint: { 'fill-color': color.land, 'fill-antialias': false },
    },
    {
      id: 'rivers',
      type: 'line',
      ...fromSourceLayer('rivers'),
      minzoom: 3,
      layout: { 'line-cap': 'round', 'line-join': 'round' },
      paint: {
        'line-color': color.water,
        'line-width': interpolateByZoom(3, 0.4, 6, 1.2, 9, 2),
        'line-opacity': interpolateByZoom(7.5, 1, 9.5, 0),
      },
    },
    {
      id: 'lakes',
      type: 'fill',
      ...fromSourceLayer('lakes'),
      minzoom: 2,
      paint: { 'fill-color': color.water, 'fill-opacity': interpolateByZoom(7.5, 1, 9.5, 0.5) },
    },
    {
      id: 'coast',
      type: 'line',
      ...fromSourceLayer('land'),
      layout: { 'line-join': 'round' },
      paint: { 'line-color': color.coast, 'line-width': interpolateByZoom(0, 0.4, 6, 1) },
    },
    buildBorderLayer('borders', 0, paint),
    buildBorderLayer('borders-contested', 1, { ...paint, 'line-dasharray': [3, 2.5] }),
  ];
}

const buildBorderLayer = (
  id: string,
  contested: 0 | 1,
  paint: LineLayerSpecification['paint'] & object,
): LayerSpecification => ({
  id,
  type: 'line',
  ...fromSourceLayer('borders'),
  filter: ['==', ['get', 'contested'], contested],
  layout: { 'line-join': 'round' },
  paint,
});

function buildPlaceLayer(
  theme: MapTheme,
  cities: CityNames,
  placeFilter: FilterSpecification | undefined,
): LayerSpecification {
  const color = MAP_PALETTE[theme];
  const isVisible: ExpressionSpecification = ['<=', ['get', 'mz'], ZOOM];
  const isCapital: ExpressionSpecification = ['==', ['get', 'cap'], 1];
  const rank: ExpressionSpecification = ['get', 'rank'];
  const importance: ExpressionSpecification = ['+', rank, ['*', 15, ['get', 'cap']]];
  const interpolateByRank = (small: number, large: number): ExpressionSpecification => [
    'interpolate',
    ['linear'],
    rank,
    35,
    small,
    70,
    large,
  ];
  return {
    id: 'places',
    type: 'symbol',
    ...fromSourceLayer('places'),
    minzoom: 3,
    filter: placeFilter ? (['all', isVisible, placeFilter] as FilterSpecification) : isVisible,
    layout: {
      // One symbol for dot and name: a dot without its name would be of no use.
      'icon-image': [
        'case',
        isCapital,
        buildPlaceImageName(theme, 'capital'),
        buildPlaceImageName(theme, 'town'),
      ],
      'icon-size': ['case', isCapital, 1, interpolateByRank(0.75, 1.2)],
      'icon-padding': 1,
      // A pin hides the dot, but not the name.
      'icon-overlap': 'cooperative',
      'text-field': ['coalesce', ['get', ['to-string', ['get', 'id']], ['literal', cities]], ['get', 'name']],
      'text-font': buildMapFont('regular'),
      'text-size': [
        'interpolate',
        ['linear'],
        ZOOM,
        3,
        interpolateByRank(10, 11.5),
        9,
        interpolateByRank(11, 16),
        13,
        interpolateByRank(13, 20),
      ],
      // Beside the dot; larger places, which are apart, also beside the pin or the cluster above it. Further out, names would stand beside
      // the clusters of other places.
      'text-variable-anchor-offset': [
        'step',
        ['zoom'],
        ['literal', buildNameAnchors(0.15)],
        6,
        [
          'case',
          ['>=', importance, 45],
          ['literal', buildNameAnchors(0.15, 1.8)],
          ['literal', buildNameAnchors(0.15)],
        ],
      ] as unknown as ExpressionSpecification,
      'text-justify': 'auto',
      'text-max-width': 8,
      'text-padding': interpolateByZoom(3, 14, 6, 8, 10, 4),
      'symbol-sort-key': ['-', 0, importance],
    },
    paint: { 'text-color': color.placeText, 'text-halo-color': color.halo, 'text-halo-width': 1.2 },
  };
}

function buildCountryLayer(theme: MapTheme, language: string): LayerSpecification {
  const color = MAP_PALETTE[theme];
  const rank: ExpressionSpecification = ['get', 'rank'];
  return {
    id: 'countries',
    type: 'symbol',
    ...fromSourceLayer('countries'),
    maxzoom: 7,
    filter: ['<=', rank, ZOOM],
    layout: {
      'text-field': [
        'coalesce',
        ['get', ['get', 'a2'], ['literal', getCountryNames(language)]],
        ['get', 'name'],
      ],
      'text-font': buildMapFont('medium'),
      'text-size': ['interpolate', ['linear'], ZOOM, 1, ['-', 12, rank], 6, ['-', 19, ['*', 1.5, rank]]],
      'text-max-width': 7,
      'text-padding': 8,
      'text-letter-spacing': LANGUAGES_WITHOUT_LETTER_SPACING.test(language) ? 0 : 0.06,
      'symbol-sort-key': rank,
    },
    paint: {
      'text-color': color.countryText,
      'text-halo-color': color.halo,
      'text-halo-width': 1.4,
      'text-opacity': ['interpolate', ['linear'], ZOOM, 5.5, 1, 7, 0.6],
    },
  };
}
