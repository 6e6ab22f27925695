import { expect, test } from 'vitest';
import type { ArchiveLayer } from './archive-layer.ts';
import { stackStoredLayers } from './stack-layers.ts';

const createLayer = (key: string, bounds: ArchiveLayer['bounds'] = [0, 0, 9, 9]): ArchiveLayer => ({
  key,
  id: 1,
  schema: 'protomaps',
  bounds,
  minZoom: 0,
  maxZoom: 14,
  attribution: [],
});
const keysOf = (layers: readonly ArchiveLayer[]) => layers.map(({ key }) => key);

test('areas with the current maps, or without maps, change nothing', () => {
  const current = [createLayer('1-new')];
  expect(stackStoredLayers(current, [[createLayer('1-new', [1, 1, 2, 2])], []])).toEqual(current);
});

test('a map that was replaced is above the new one, in the area only', () => {
  const old = createLayer('1-old', [1, 1, 2, 2]);
  expect(stackStoredLayers([createLayer('2-new')], [[old]])).toEqual([createLayer('2-new'), old]);
});

test('what was above a replaced map stays above it', () => {
  const area = [createLayer('1-old'), createLayer('5-top')];
  const stack = stackStoredLayers([createLayer('2-new'), createLayer('5-top')], [area]);
  expect(keysOf(stack)).toEqual(['2-new', '1-old', '5-top']);
});

test('two areas with one replaced map draw it once, the newest area is on top', () => {
  const [newer, older] = [createLayer('2-old'), createLayer('1-old', [1, 1, 2, 2])];
  expect(keysOf(stackStoredLayers([], [[newer], [older]]))).toEqual(['1-old', '2-old']);
  const other = createLayer('1-old', [3, 0, 4, 1]);
  expect(stackStoredLayers([], [[older], [other]])).toEqual([createLayer('1-old', [1, 0, 4, 2])]);
});
