import { describe, expect, it } from 'vitest';
import {
  computeAntarcticaZoom,
  computeFreePadding,
  computeSizePx,
  constrainCamera,
  fitCamera,
  moveToNearestCopy,
  unwrapBounds,
  wrapBounds,
} from './camera.ts';

it('converts bounds over the antimeridian in both directions', () => {
  expect(unwrapBounds([170, -20, -170, -10])).toEqual([170, -20, 190, -10]);
  expect(wrapBounds([170, -20, 190, -10])).toEqual([170, -20, -170, -10]);
  expect(wrapBounds([-190, -20, -170, -10])).toEqual([170, -20, -170, -10]);
});

it('leaves other bounds unchanged', () => {
  expect(unwrapBounds([36, -2, 37, -1])).toEqual([36, -2, 37, -1]);
  expect(wrapBounds([36, -2, 37, -1])).toEqual([36, -2, 37, -1]);
});

it('treats a view of more than the world as the world', () => {
  expect(wrapBounds([-250, -80, 300, 80])).toEqual([-180, -80, 180, 80]);
});

it('measures a narrow and tall box by its height', () => {
  expect(computeSizePx(0, [0, 0, 90, 1])).toBe(128);
  expect(computeSizePx(1, [36.8, 0, 36.8, 66.51326])).toBeCloseTo(256, 1);
  expect(computeSizePx(0, [170, 0, -170, 1])).toBeCloseTo(28.4, 1);
});

it('keeps fitted boxes off the buttons, with less room on a small map', () => {
  expect(computeFreePadding({ width: 880, height: 800 }, {})).toEqual({
    top: 72,
    bottom: 64,
    left: 72,
    right: 72,
  });
  expect(computeFreePadding({ width: 200, height: 224 }, { bottom: 124 })).toEqual({
    top: 25,
    bottom: 25,
    left: 50,
    right: 50,
  });
});

describe('fitting a box', () => {
  const desktop = { width: 808, height: 800 };
  const phone = { width: 390, height: 784 };
  const worldMap = { baseLayer: 'embedded', archives: null } as const;
  /** Latitude at the lower edge of the free part. */
  const southEdge = (
    { center, zoom }: ReturnType<typeof fitCamera>,
    { height }: { height: number },
    bottom = 0,
  ) => {
    const y = 0.5 - Math.asinh(Math.tan((center.lat * Math.PI) / 180)) / (2 * Math.PI);
    const edge = y + (height - bottom) / 2 / (512 * 2 ** zoom);
    return (Math.atan(Math.sinh(Math.PI * (1 - 2 * edge))) * 180) / Math.PI;
  };

  it('shows reports of the whole world without Antarctica', () => {
    const world = [-100, -35, 127, 55] as const;
    expect(southEdge(fitCamera(world, desktop, {}, worldMap), desktop)).toBeGreaterThan(-60.01);
  });

  it.each([
    ['a phone', phone, { bottom: 124 }],
    ['a tablet of 768 pixels, beside the panel', { width: 356, height: 1024 }, {}],
    ['a window of 1000 pixels, beside the panel', { width: 528, height: 800 }, {}],
  ])('keeps reports of all continents in view on %s', (_, size, insets) => {
    const [west, south, east, north] = [-104, -35, 153, 54];
    const camera = fitCamera([west, south, east, north], size, insets, worldMap);
    const halfWidth = (size.width / 2 / (512 * 2 ** camera.zoom)) * 360;
    expect(camera.center.lon - halfWidth).toBeLessThan(west);
    expect(camera.center.lon + halfWidth).toBeGreaterThan(east);
    const allowed = constrainCamera(camera, size, insets, 18);
    expect(allowed.zoom).toBe(camera.zoom);
    expect(allowed.center.lat).toBeCloseTo(camera.center.lat, 6);
  });

  it('keeps all reports in view rather than leaving out all of Antarctica', () => {
    const [west, east] = [-104, 153];
    const { center, zoom } = fitCamera([west, -35, east, 54], desktop, {}, worldMap);
    const halfWidth = (desktop.width / 2 / (512 * 2 ** zoom)) * 360;
    expect(center.lon - halfWidth).toBeLessThan(west);
    expect(center.lon + halfWidth).toBeGreaterThan(east);
  });

  it.each([
    ['a window of 1280 pixels', desktop, {}],
    ['a square screen', { width: 808, height: 1024 }, {}],
    ['a large screen', { width: 3368, height: 2160 }, {}],
    ['a phone', phone, { bottom: 124 }],
    ['a tablet', { width: 356, height: 1024 }, {}],
  ])('starts without Antarctica on %s', (_, size, insets: { bottom?: number }) => {
    const camera = fitCamera([-104, -35, 153, 54], size, insets, worldMap);
    const isCovered = camera.zoom < computeAntarcticaZoom(size.height);
    expect(isCovered || southEdge(camera, size, insets.bottom) > -60.01).toBe(true);
  });

  it('covers Antarctica only while it cannot be outside the view', () => {
    const zoom = computeAntarcticaZoom(desktop.height);
    const northmost = constrainCamera({ center: { lat: 89, lon: 0 }, zoom }, desktop, {}, 18);
    expect(southEdge(northmost, desktop)).toBeCloseTo(-60, 6);
  });

  it('shows Antarctica where there are reports', () => {
    const camera = fitCamera([-60, -78, 20, 10], desktop, {}, worldMap);
    expect(southEdge(camera, desktop)).toBeLessThan(-78);
  });

  it('centres a small box in the free part and limits the zoom', () => {
    const camera = fitCamera([36, -2, 37, -1], desktop, {}, worldMap);
    expect(camera.center.lon).toBe(36.5);
    expect(camera.zoom).toBeGreaterThan(8);
    expect(fitCamera([36, -2, 36, -2], desktop, {}, worldMap).zoom).toBe(10);
    expect(fitCamera([36, -2, 36, -2], desktop, {}, { ...worldMap, baseLayer: 'streets' }).zoom).toBe(15);
    const archives = { layers: [{ bounds: [35, -3, 37, 0] as const }] };
    expect(fitCamera([36, -2, 36, -2], desktop, {}, { ...worldMap, archives }).zoom).toBe(15);
    expect(fitCamera([38, -2, 38, -2], desktop, {}, { ...worldMap, archives }).zoom).toBe(10);
  });

  it('fits a box over the antimeridian', () => {
    const { center, zoom } = fitCamera([170, -20, -170, -10], desktop, {}, worldMap);
    expect(center.lon).toBe(180);
    expect(zoom).toBeGreaterThan(4);
  });
});

it('finds the copy of a place that is in view', () => {
  expect(moveToNearestCopy({ lat: 34, lon: -118 }, 125)).toEqual({ lat: 34, lon: 242 });
  expect(moveToNearestCopy({ lat: 34, lon: -118 }, 0)).toEqual({ lat: 34, lon: -118 });
  expect(moveToNearestCopy({ lat: -34, lon: 151 }, -179)).toEqual({ lat: -34, lon: -209 });
});

describe('the limits of the view', () => {
  it('shows no more than the world from pole to pole', () => {
    const wide = { width: 808, height: 800 };
    const { center, zoom } = constrainCamera({ center: { lat: 60, lon: 500 }, zoom: -1 }, wide, {}, 18);
    expect(512 * 2 ** zoom).toBeCloseTo(800, 6);
    expect(center.lat).toBeCloseTo(0, 6);
    expect(center.lon).toBe(500);
    expect(constrainCamera({ center: { lat: 89, lon: 0 }, zoom: 20 }, wide, {}, 18)).toMatchObject({
      zoom: 18,
      center: { lat: expect.closeTo(85.05, 1) },
    });
  });

  it('keeps the world inside a map that is higher', () => {
    const narrow = { width: 356, height: 800 };
    const { zoom } = constrainCamera({ center: { lat: 0, lon: 0 }, zoom: -2 }, narrow, {}, 18);
    expect(512 * 2 ** zoom).toBeCloseTo(356, 6);
  });

  it('leaves a view inside the limits unchanged', () => {
    const view = { center: { lat: -1.28, lon: 36.8 }, zoom: 12 };
    expect(constrainCamera(view, { width: 800, height: 600 }, { bottom: 124 }, 18)).toEqual(view);
  });
});
