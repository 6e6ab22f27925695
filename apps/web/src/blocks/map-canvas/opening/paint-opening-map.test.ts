import type { LayerSpecification } from 'maplibre-gl';
import { expect, test } from 'vitest';
import { COUNT, PIN_COLOR } from '../pins/prepared-pins.ts';
import { buildPinLayers } from '../style/pin-layers.ts';
import type { PlacedPin } from './opening-pins.ts';
import { paintOpeningMap } from './paint-opening-map.ts';

const cluster = (count: number): PlacedPin => ({
  feature: {
    id: undefined,
    properties: { count, color: '#1A6AB1' },
    geometry: { type: 'Point', coordinates: [0, 0] },
  },
  x: 0,
  y: 0,
});

/** A pen that lists the discs and numbers it paints. jsdom and Node have no canvas. */
function createPen() {
  const painted: string[] = [];
  const pen = {
    arc: (_x: number, _y: number, radius: number) => painted.push(`disc ${radius}`),
    fillText: (text: string) => painted.push(text),
  };
  const usable = new Proxy(pen, {
    get: (target, name) => Reflect.get(target, name) ?? (() => undefined),
    set: () => true,
  });
  return { pen: usable as unknown as CanvasRenderingContext2D, painted };
}

test('larger clusters are painted above smaller ones, each part of all clusters before the next part', () => {
  const { pen, painted } = createPen();
  paintOpeningMap(pen, {
    view: {
      size: { width: 100, height: 100 },
      camera: { center: { lat: 0, lon: 0 }, zoom: 0 },
      left: 0,
      top: 0,
      worldPixels: 512,
    },
    theme: 'light',
    language: 'en',
    fontFamily: 'sans-serif',
    scale: 1,
    hasLand: false,
    pins: [cluster(100), cluster(10)],
    selectedPostId: null,
  });
  expect(painted.join(', ')).toBe(
    ['disc 21, disc 25', 'disc 15, disc 17.5, disc 20.25', 'disc 19, disc 21.5, disc 24.25', '10, 100'].join(
      ', ',
    ),
  );
});

test('the map engine draws clusters in the same order', () => {
  const pins = {
    source: { type: 'vector' as const },
    sourceLayer: 'posts',
    color: PIN_COLOR,
    parts: ['get', 'parts'] as ['get', string],
  };
  const sortKeys = buildPinLayers(pins, 'light', 'en', null)
    .filter(({ id }) => id.includes('cluster'))
    .map(({ id, layout }: LayerSpecification & { layout?: object }) => [id, Object.entries(layout ?? {})[0]]);
  expect(sortKeys).toEqual([
    ['pin-cluster-glow', ['circle-sort-key', COUNT]],
    ['pin-clusters', ['circle-sort-key', COUNT]],
    ['pin-cluster-rings', ['symbol-sort-key', COUNT]],
    ['pin-cluster-counts', ['symbol-sort-key', COUNT]],
  ]);
});
