import { baseLayers, isOwnMap } from '@waypost/contract/settings/base-layers';
import { expect, it } from 'vitest';
import { PIN_LAYERS } from '../pins/prepared-pins.ts';
import { MAP_PALETTE } from './map-palette.ts';
import { buildMapStyle } from './map-style.ts';
import { buildPinLayers, prepareTilePins } from './pin-layers.ts';

const appearance = {
  theme: 'light',
  language: 'en',
  cities: {},
  archives: null,
  overlay: null,
  antarcticaZoom: 1.2,
  pins: null,
  selected: null,
} as const;

it.each(baseLayers)(
  'sea covers Antarctica on the %s map while the map is higher than the rest of the world',
  (baseLayer) => {
    const { layers, sources } = buildMapStyle({ ...appearance, baseLayer });
    const [background] = layers;
    const cover = layers.at(-1);
    expect(cover).toMatchObject({ id: 'antarctica-cover', source: 'antarctica', maxzoom: 1.2 });
    expect(Object.keys(sources)).toContain('antarctica');
    const sea = [background?.type === 'background' && background.paint?.['background-color']].flat();
    expect(sea[isOwnMap(baseLayer) ? 0 : 2]).toBe(cover?.type === 'fill' && cover.paint?.['fill-color']);
  },
);

it('tiles that are missing on a map of streets look like ground, not like sea', () => {
  const [background] = buildMapStyle({ ...appearance, baseLayer: 'streets' }).layers;
  expect(background).toMatchObject({
    paint: { 'background-color': ['step', ['zoom'], '#AAD3DF', 5, MAP_PALETTE.light.land] },
  });
});

it('nothing covers Antarctica on a low map', () => {
  const { layers } = buildMapStyle({ ...appearance, baseLayer: 'embedded', antarcticaZoom: -0.5 });
  expect(layers.map(({ id }) => id)).not.toContain('antarctica-cover');
});

it('no pin covers the number of a cluster, but the selected pin is on top', () => {
  const source = prepareTilePins(
    { kind: 'tiles', url: '', headers: () => ({}), onMissing: () => {} },
    '/{z}/{x}/{y}',
  );
  const ids = buildPinLayers(source, 'light', 'en', 7).map(({ id }) => id);
  expect(ids.indexOf(PIN_LAYERS.single)).toBeLessThan(ids.indexOf(PIN_LAYERS.cluster));
  expect(ids.at(-1)).toBe(PIN_LAYERS.selected);
});
