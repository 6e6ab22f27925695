import { describe, expect, it } from 'vitest';
import { computeFreePadding, computeSizePx, fitCamera, unwrapBounds, wrapBounds } from './camera.ts';

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
    expect(southEdge(fitCamera(world, desktop, {}, 'embedded'), desktop)).toBeGreaterThan(-60.01);
    const onPhone = fitCamera(world, phone, { bottom: 124 }, 'embedded');
    expect(southEdge(onPhone, phone, 124)).toBeGreaterThan(-60.01);
  });

  it('keeps all reports in view rather than leaving out all of Antarctica', () => {
    const [west, east] = [-104, 153];
    const { center, zoom } = fitCamera([west, -35, east, 54], desktop, {}, 'embedded');
    const halfWidth = (desktop.width / 2 / (512 * 2 ** zoom)) * 360;
    expect(center.lon - halfWidth).toBeLessThan(west);
    expect(center.lon + halfWidth).toBeGreaterThan(east);
  });

  it('shows Antarctica where there are reports', () => {
    const camera = fitCamera([-60, -78, 20, 10], desktop, {}, 'embedded');
    expect(southEdge(camera, desktop)).toBeLessThan(-78);
  });

  it('centres a small box in the free part and limits the zoom', () => {
    const camera = fitCamera([36, -2, 37, -1], desktop, {}, 'embedded');
    expect(camera.center.lon).toBe(36.5);
    expect(camera.zoom).toBeGreaterThan(8);
    expect(fitCamera([36, -2, 36, -2], desktop, {}, 'embedded').zoom).toBe(10);
    expect(fitCamera([36, -2, 36, -2], desktop, {}, 'streets').zoom).toBe(15);
  });

  it('fits a box over the antimeridian', () => {
    const { center, zoom } = fitCamera([170, -20, -170, -10], desktop, {}, 'embedded');
    expect(center.lon).toBe(180);
    expect(zoom).toBeGreaterThan(4);
  });
});
