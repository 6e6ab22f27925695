import { limits } from '@waypost/contract/common/limits';
import { measureGrowth } from '@waypost/survey-logic/testing/measure-growth';
import { expect, test } from 'vitest';
import { readTileJson } from './tilejson.ts';

const address = 'https://tiles.example.org/tiles.json';
const template = 'https://tiles.example.org/{z}/{x}/{y}.png';
const read = (document: object) => readTileJson(Buffer.from(JSON.stringify(document)), address);

test('the attribution is the text of its HTML', () => {
  const attribution = '&copy; <a href="https://example.org">Example</a> contributors';
  expect(read({ tiles: [template], attribution }).attribution).toBe('© Example contributors');
});

test('an attribution of opening brackets is read in linear time', () => {
  const readBrackets = (length: number) =>
    expect(read({ tiles: [template], attribution: '<'.repeat(length) }).template).toBe(template);
  // A quadratic algorithm would take 64 times as long.
  expect(measureGrowth(readBrackets, 1000, 64)).toBeLessThan(8);
});

test('the address of the tiles is as long as that of a layer at most', () => {
  const long = `${template}?${'a'.repeat(limits.layerUrl)}`;
  expect(() => read({ tiles: [long] })).toThrow();
});
