import { type StyleSpecification, validateStyleMin } from '@maplibre/maplibre-gl-style-spec';
import { mapArchiveSchemas } from '@waypost/contract/map-archives/map-archives';
import { describe, expect, it } from 'vitest';
import type { ArchiveLayer } from '../../archives/archive-layer.ts';
import { MAP_PALETTE } from '../map-palette.ts';
import { buildName } from './archive-names.ts';
import { buildArchivesStyle, formatAttribution } from './archive-style.ts';
import { findFirstZoom } from './archive-zoom.ts';

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

const buildStyle = (archives: readonly ArchiveLayer[], theme: 'light' | 'dark' = 'light') =>
  buildArchivesStyle(archives, theme, { language: 'ar', pointLabels: { shelter: 'مأوى' } });

describe('the style of archives', () => {
  it.each(mapArchiveSchemas)('is valid for %s in light and dark', (schema) => {
    const archives = [createArchive({ schema }), createArchive({ key: '2-other', id: 2, schema })];
    for (const theme of ['light', 'dark'] as const) {
      const { sources, areas, names } = buildStyle(archives, theme);
      const style: StyleSpecification = { version: 8, sources, layers: [...areas, ...names] };
      expect(validateStyleMin(style)).toEqual([]);
      expect(areas.length).toBeGreaterThan(1);
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

  it.each(mapArchiveSchemas.filter((schema) => schema !== 'raster'))(
    'draws the sea in the color of the world map for %s',
    (schema) => {
      const { areas } = buildStyle([createArchive({ schema })]);
      const sea = areas.find(({ id }) => id === 'archive-1-hash-sea-0');
      expect(sea).toMatchObject({ type: 'fill', paint: { 'fill-color': MAP_PALETTE.light.sea } });
    },
  );

  it.each(mapArchiveSchemas.filter((schema) => schema !== 'raster'))(
    'writes the names of rivers along their lines for %s',
    (schema) => {
      const { names } = buildStyle([createArchive({ schema })]);
      const rivers = names.find(({ id }) => id === 'archive-1-hash-river-names');
      expect(rivers).toMatchObject({ minzoom: 11, layout: { 'symbol-placement': 'line' } });
    },
  );

  it('prefers names in the language of the reader', () => {
    expect(buildName('pt-BR')).toEqual([
      'coalesce',
      ...['name:pt-BR', 'name_pt-BR', 'name:pt', 'name_pt', 'name'].map((field) => ['get', field]),
    ]);
  });
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
