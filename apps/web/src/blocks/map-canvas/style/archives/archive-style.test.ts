import {
  createExpression,
  featureFilter,
  type StyleSpecification,
  validateStyleMin,
} from '@maplibre/maplibre-gl-style-spec';
import { type MapArchiveSchema, mapArchiveSchemas } from '@waypost/contract/map-archives/map-archives';
import { crisisPointKinds } from '@waypost/contract/map-archives/point-kinds';
import { baseLayers, isOwnMap, type OwnBaseLayer } from '@waypost/contract/settings/base-layers';
import type { SymbolLayerSpecification } from 'maplibre-gl';
import { describe, expect, it } from 'vitest';
import type { ArchiveLayer } from '../../archives/archive-layer.ts';
import type { MapTheme } from '../../map-types.ts';
import { clusterRadii, RING_WIDTH_PX } from '../../pins/cluster-look.ts';
import { MAP_PALETTE, PIN_PALETTE } from '../map-palette.ts';
import { buildName } from './archive-names.ts';
import { buildArchivesStyle, formatAttribution } from './archive-style.ts';
import { findFirstZoom } from './archive-zoom.ts';
import { pointSymbols } from './point-symbols.ts';
import { areaRoles } from './schema-roles.ts';
import { STREET_LOOKS } from './street-looks.ts';

const createArchive = (overrides: Partial<ArchiveLayer> = {}): ArchiveLayer => ({
  key: '1-hash',
  id: 1,
  schema: 'protomaps',
  bounds: [9.4716, 47.0484, 9.6357, 47.2706],
  minZoom: 0,
  maxZoom: 14,
  attribution: [],
  ...overrides,
});

const themes = ['light', 'dark'] as const;
const ownMaps = baseLayers.filter(isOwnMap);
const vectorSchemas = mapArchiveSchemas.filter((schema) => schema !== 'raster');

const buildStyle = (
  archives: readonly ArchiveLayer[],
  look: { theme?: MapTheme; baseLayer?: OwnBaseLayer } = {},
) =>
  buildArchivesStyle(archives, {
    theme: 'light',
    baseLayer: 'embedded',
    language: 'ar',
    pointLabels: { shelter: 'مأوى' },
    ...look,
  });

describe('the style of archives', () => {
  it.each(ownMaps)('waters can be told from land on %s, light and dark', (baseLayer) => {
    const readChannels = (color: string) =>
      [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
    for (const theme of themes) {
      const { water, land, green } = STREET_LOOKS[baseLayer].palettes[theme];
      const [waterChannels, ...grounds] = [water, land, green].map(readChannels);
      for (const ground of grounds)
        expect(Math.hypot(...ground.map((value, at) => value - (waterChannels?.[at] ?? 0)))).toBeGreaterThan(
          30,
        );
    }
  });

  it.each(mapArchiveSchemas)('is valid for %s in both looks, light and dark', (schema) => {
    const archives = [createArchive({ schema }), createArchive({ key: '2-other', id: 2, schema })];
    for (const theme of themes)
      for (const baseLayer of ownMaps) {
        const { sources, areas, names } = buildStyle(archives, { theme, baseLayer });
        const style: StyleSpecification = { version: 8, sources, layers: [...areas, ...names] };
        expect(validateStyleMin(style)).toEqual([]);
        expect(areas.length).toBeGreaterThan(1);
      }
  });

  it.each(vectorSchemas)('shows house numbers and road numbers of %s on the detailed map only', (schema) => {
    const findNumbers = (baseLayer: OwnBaseLayer) =>
      buildStyle([createArchive({ schema })], { baseLayer }).names.filter(({ id }) =>
        id.endsWith('-numbers'),
      );
    expect(findNumbers('embedded')).toEqual([]);
    expect(findNumbers('detailed')).toMatchObject([
      { id: 'archive-1-hash-house-numbers', minzoom: 17 },
      { id: 'archive-1-hash-road-numbers', minzoom: 9 },
    ]);
  });

  interface PointMap {
    schema: MapArchiveSchema;
    baseLayer: OwnBaseLayer;
    theme?: MapTheme;
    layer?: string;
  }

  const findPointLayers = ({ schema, layer, ...look }: PointMap): SymbolLayerSpecification[] =>
    buildStyle([createArchive({ schema })], look).names.flatMap((one) =>
      one.type === 'symbol' && one.id.includes(`points-${layer ?? ''}`) ? [one] : [],
    );

  /** Whether the map draws a point. */
  const isPointDrawn = (map: PointMap, zoom: number, properties: Record<string, string>) =>
    findPointLayers(map).some(
      ({ minzoom = 0, filter }) =>
        zoom >= minzoom && featureFilter(filter, 'filter').filter({ zoom }, { type: 'Point', properties }),
    );

  /** A property of the layout for a point. */
  const readLayout = (
    map: PointMap,
    name: 'icon-image' | 'symbol-sort-key',
    properties: Record<string, string>,
  ): unknown => {
    const value = findPointLayers(map)[0]?.layout?.[name];
    const expression = createExpression(value, `layers[0].layout.${name}`);
    if (expression.result === 'error') throw new Error('no expression');
    return expression.value.evaluate({ zoom: 16 }, { type: 'Point', properties });
  };

  it('has a symbol for each kind of point that matters in a crisis', () => {
    const readSymbol = (properties: Record<string, string>) =>
      String(readLayout({ schema: 'shortbread', baseLayer: 'embedded' }, 'icon-image', properties)).split(
        '|',
      )[1];
    for (const [key, kinds] of Object.entries(crisisPointKinds))
      for (const value of Object.keys(kinds)) expect([value, readSymbol({ [key]: value })]).not.toContain('');
    expect(readSymbol({ amenity: 'hospital' })).toBe('hospital');
    expect(readSymbol({ shop: 'bakery' })).toBe('');
    // The image is drawn from the first path.
    for (const { svg } of Object.values(pointSymbols)) expect(svg.match(/<path[^>]* d="/g)).toHaveLength(1);
  });

  it.each(vectorSchemas)('gives a railway station of %s room before a bus station', (schema) => {
    const readRank = (kind: string) =>
      Number(readLayout({ schema, baseLayer: 'embedded' }, 'symbol-sort-key', { kind, subclass: kind }));
    for (const station of ['station', 'halt']) {
      const properties = { kind: station, class: 'railway', subclass: station, name: 'Central' };
      expect(readRank(station)).toBeLessThan(readRank('bus_station'));
      expect(isPointDrawn({ schema, baseLayer: 'embedded' }, 15, properties)).toBe(true);
    }
  });

  it.each(vectorSchemas)('shows all points of %s with a name on the detailed map', (schema) => {
    const properties = { name: 'Tea house', kind: 'cafe', amenity: 'cafe', class: 'cafe', subclass: 'cafe' };
    expect(isPointDrawn({ schema, baseLayer: 'embedded' }, 16, properties)).toBe(false);
    expect(isPointDrawn({ schema, baseLayer: 'detailed' }, 15, properties)).toBe(false);
    expect(isPointDrawn({ schema, baseLayer: 'detailed' }, 16, properties)).toBe(true);
  });

  it('shows what matters in a crisis of the maps that are made from extracts on the calm map', () => {
    const calm = { schema: 'shortbread', baseLayer: 'embedded' } as const;
    expect(isPointDrawn(calm, 15, { barrier: 'border_control', name: 'Gate' })).toBe(true);
    // A shelter without a name is labelled by its kind, which needs room.
    expect(isPointDrawn(calm, 15, { amenity: 'shelter' })).toBe(false);
    expect(isPointDrawn(calm, 16, { amenity: 'shelter' })).toBe(true);
    expect(isPointDrawn(calm, 16, { man_made: 'water_well', name: 'Old Well' })).toBe(true);
    expect(isPointDrawn(calm, 16, { historic: 'station', name: 'Old Station' })).toBe(false);
    const stops = { ...calm, layer: 'public_transport' };
    expect(isPointDrawn(stops, 15, { kind: 'station', name: 'Central' })).toBe(true);
    expect(isPointDrawn(stops, 16, { kind: 'bus_stop', name: 'Church' })).toBe(false);
    expect(isPointDrawn({ ...stops, baseLayer: 'detailed' }, 16, { kind: 'bus_stop', name: 'Church' })).toBe(
      true,
    );
  });

  it('has room for the name of a village beside a cluster of reports on it', () => {
    const places = buildStyle([createArchive({ schema: 'shortbread' })]).names.find(({ id }) =>
      id.endsWith('-places'),
    );
    const layout = places?.type === 'symbol' ? places.layout : undefined;
    const anchors = (layout?.['text-variable-anchor-offset'] ?? []) as (string | [number, number])[];
    const size = createExpression(layout?.['text-size'], 'layers[0].layout.text-size');
    if (size.result === 'error') throw new Error('no expression');
    const village = { type: 'Point', properties: { kind: 'village' } } as const;
    const textSize = Number(size.value.evaluate({ zoom: 10 }, village));
    const clusterOf100 = (clusterRadii.find(([exponent]) => exponent === 2)?.[1] ?? 0) + RING_WIDTH_PX;
    for (const [side, axis] of [
      ['left', 0],
      ['right', 0],
      ['top', 1],
      ['bottom', 1],
    ] as const) {
      const distances = anchors.flatMap((offset, at) =>
        anchors[at - 1] === side && Array.isArray(offset) ? [Math.abs(offset[axis]) * textSize] : [],
      );
      expect(Math.max(...distances)).toBeGreaterThan(clusterOf100);
    }
    // Where there is room, it stands where it always did.
    expect(anchors.slice(0, 2)).toEqual(['center', [0, 0]]);
  });

  it.each(vectorSchemas)(
    'names main roads of %s earlier than other streets, and gives them room first',
    (schema) => {
      const { names } = buildStyle([createArchive({ schema })]);
      const streets = names.filter(({ id }) => id.endsWith('street-names'));
      const properties = {
        protomaps: { main: { kind: 'major_road', kind_detail: 'primary' }, minor: { kind: 'minor_road' } },
        openmaptiles: { main: { class: 'primary' }, minor: { class: 'minor' } },
        shortbread: { main: { kind: 'primary' }, minor: { kind: 'residential' } },
      }[schema];
      const findDrawn = (zoom: number, road: Record<string, string>) =>
        streets.findIndex(
          (layer) =>
            zoom >= (layer.minzoom ?? 0) &&
            'filter' in layer &&
            featureFilter(layer.filter, 'filter').filter(
              { zoom },
              { type: 'LineString', properties: { name: 'Long Road', ...road } },
            ),
        );
      expect(findDrawn(13, properties.main)).not.toBe(-1);
      expect(findDrawn(13, properties.minor)).toBe(-1);
      // The topmost layer is placed first.
      expect(findDrawn(15, properties.main)).toBeGreaterThan(findDrawn(15, properties.minor));
      expect(findDrawn(15, properties.minor)).not.toBe(-1);
    },
  );

  it('shows a bus station in front of a railway station, and both before all other points', () => {
    const layers = findPointLayers({ schema: 'shortbread', baseLayer: 'detailed' });
    const findLayer = (properties: Record<string, string>, source: string) =>
      layers.findIndex(
        (layer) =>
          layer['source-layer'] === source &&
          featureFilter(layer.filter, 'filter').filter({ zoom: 16 }, { type: 'Point', properties }),
      );
    const name = 'Central';
    const busStation = findLayer({ kind: 'bus_station', name }, 'public_transport');
    expect(findLayer({ kind: 'halt', name }, 'public_transport')).toBe(busStation);
    expect(layers[busStation]?.layout?.['icon-overlap']).toBe('always');
    for (const other of [
      findLayer({ kind: 'bus_stop', name }, 'public_transport'),
      findLayer({ amenity: 'pharmacy', name }, 'pois'),
      findLayer({ shop: 'bakery', name }, 'pois'),
    ]) {
      expect(other).not.toBe(-1);
      expect(other).toBeLessThan(busStation);
    }
  });

  it('leaves out names of an archive where another one is drawn above it', () => {
    const { names } = buildStyle([createArchive(), createArchive({ key: '2-other', id: 2 })]);
    const hasBox = names.map((layer) => [layer.id, JSON.stringify(layer).includes('within')]);
    expect(Object.fromEntries(hasBox)).toMatchObject({
      'archive-1-hash-places': true,
      'archive-2-other-places': false,
    });
  });

  it.each(vectorSchemas)('draws the sea in the color of the world map for %s', (schema) => {
    const { areas } = buildStyle([createArchive({ schema })]);
    const sea = areas.find(({ id }) => id === 'archive-1-hash-sea-0');
    expect(sea).toMatchObject({ type: 'fill', paint: { 'fill-color': MAP_PALETTE.light.sea } });
  });

  it.each(vectorSchemas)('writes the names of rivers along their lines for %s', (schema) => {
    const { names } = buildStyle([createArchive({ schema })]);
    const rivers = names.find(({ id }) => id === 'archive-1-hash-river-names');
    expect(rivers).toMatchObject({ minzoom: 11, layout: { 'symbol-placement': 'line' } });
  });

  it('prefers names in the language of the reader, and takes what the archive has else', () => {
    const readName = (properties: Record<string, string>) => {
      const expression = createExpression(buildName('pt-BR'), 'layers[0].layout.text-field');
      if (expression.result === 'error') throw new Error('no expression');
      return expression.value.evaluate({ zoom: 14 }, { type: 'Point', properties });
    };
    const names = { name: 'Genève', 'name:latin': 'Geneve', 'name:pt': 'Genebra', name_en: 'Geneva' };
    expect(readName(names)).toBe('Genebra');
    expect(readName({ ...names, 'name:pt-BR': 'Genebra (BR)' })).toBe('Genebra (BR)');
    expect(readName({ name: 'Genève', name_en: 'Geneva' })).toBe('Genève');
    // As the example of tilemaker for OpenMapTiles writes them.
    expect(readName({ 'name:latin': 'Genève' })).toBe('Genève');
    expect(readName({ 'name:nonlatin': 'جنيف' })).toBe('جنيف');
  });
});

/** Contrast of two colours, 1 to 21 (https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio). */
function computeContrast(...colors: [string, string]): number {
  const [first = 0, second = 0] = colors.map((color) => {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
      const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  });
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
}

it.each(themes)('texts of the detailed map can be read in %s', (theme) => {
  const colors = STREET_LOOKS.detailed.palettes[theme];
  for (const name of ['placeText', 'streetText', 'waterText', 'pointText', 'houseText'] as const)
    expect(computeContrast(colors[name], colors.halo)).toBeGreaterThan(4.5);
  expect(computeContrast(colors.roadNumberText, colors.roadNumber)).toBeGreaterThan(4.5);
});

it.each(ownMaps)('pins stand out from everything on the %s map in the dark', (baseLayer) => {
  const colors = STREET_LOOKS[baseLayer].palettes.dark;
  const { outline } = PIN_PALETTE.dark;
  for (const name of [...areaRoles, 'land', 'motorway', 'major', 'middle', 'road', 'track', 'path'] as const)
    expect(computeContrast(outline, colors[name]), name).toBeGreaterThan(4.5);
});

it.each(themes)('symbols can be told from their disc in %s', (theme) => {
  for (const baseLayer of ownMaps) {
    const colors = STREET_LOOKS[baseLayer].palettes[theme];
    for (const { color } of Object.values(pointSymbols))
      expect(computeContrast(colors[color], colors.halo)).toBeGreaterThan(3);
  }
});

it('an attribution can contain nothing but text and links', () => {
  const parts = [
    { text: '<b>© "Maps"</b> & ', url: null },
    { text: 'People', url: 'https://example.org/?a="><script>' },
  ];
  expect(formatAttribution(parts)).toBe(
    '&lt;b&gt;© &quot;Maps&quot;&lt;/b&gt; &amp; <a href="https://example.org/?a=&quot;&gt;&lt;script&gt;" target="_blank" rel="noopener">People</a>',
  );
});

it('an archive is drawn from the zoom at which its box is large enough to see', () => {
  expect(findFirstZoom(createArchive())).toBe(9);
  expect(findFirstZoom(createArchive({ bounds: [-180, -85, 180, 85] }))).toBe(6);
  expect(findFirstZoom(createArchive({ bounds: [-180, -85, 180, 85], schema: 'raster' }))).toBe(0);
  expect(findFirstZoom(createArchive({ minZoom: 12 }))).toBe(12);
});
