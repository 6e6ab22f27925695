import { expect, test } from 'vitest';
import { findSavedView } from './saved-view.ts';

const vaduz = { at: '47.14,9.52,14', bounds: [9.5, 47.1, 9.6, 47.2] as [number, number, number, number] };
const nairobi = {
  at: '-1.29,36.82,12',
  bounds: [36.7, -1.4, 36.9, -1.2] as [number, number, number, number],
};
const viewOfVaduz = { center: { lat: 47.14, lon: 9.52 }, zoom: 14 };

test('a view outside of all saved areas is replaced by the area that was saved last', () => {
  expect(findSavedView([vaduz, nairobi], { lat: 0, lon: 0 })).toEqual(viewOfVaduz);
  expect(findSavedView([vaduz, nairobi], undefined)).toEqual(viewOfVaduz);
});

test('a view in any saved area stays', () => {
  expect(findSavedView([vaduz, nairobi], { lat: -1.3, lon: 36.8 })).toBeNull();
});

test('a view on either side of the 180th meridian is in an area across it', () => {
  const fiji = { at: '-17,180,10', bounds: [177, -20, 183, -15] as [number, number, number, number] };
  expect(findSavedView([fiji], { lat: -17, lon: 178 })).toBeNull();
  expect(findSavedView([fiji], { lat: -17, lon: -178 })).toBeNull();
  expect(findSavedView([fiji], { lat: -17, lon: -170 })).not.toBeNull();
});

test('without saved areas every view stays', () => {
  expect(findSavedView([], { lat: 0, lon: 0 })).toBeNull();
});

test('an area that was saved without its box is shown', () => {
  expect(findSavedView([{ at: vaduz.at }], { lat: 47.14, lon: 9.52 })).toEqual(viewOfVaduz);
});
