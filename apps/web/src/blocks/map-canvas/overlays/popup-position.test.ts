import { expect, it } from 'vitest';
import { computePopupPosition } from './popup-position.ts';

const POPUP = { width: 300, height: 150 };
const MAP = { width: 1000, height: 600 };

it('is centred above its pin', () => {
  expect(computePopupPosition({ x: 500, y: 400 }, POPUP, MAP)).toEqual({ x: 350, y: 208 });
});

it('is below a pin near the upper edge', () => {
  expect(computePopupPosition({ x: 500, y: 100 }, POPUP, MAP)).toEqual({ x: 350, y: 110 });
});

it('stays inside the map at the sides, and follows a pin that leaves the map', () => {
  expect(computePopupPosition({ x: 10, y: 400 }, POPUP, MAP).x).toBe(8);
  expect(computePopupPosition({ x: 990, y: 400 }, POPUP, MAP).x).toBe(692);
  expect(computePopupPosition({ x: -200, y: 400 }, POPUP, MAP).x).toBe(-350);
});
