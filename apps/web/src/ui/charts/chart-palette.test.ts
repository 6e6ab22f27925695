/** Accessibility of the chart colours: distance between colours for each type of colour vision, contrast to the surface. */
import { expect, test } from 'vitest';
import { CHART_PALETTE } from './chart-palette.ts';

type Vector3 = [number, number, number];

const linearChannel = (part: number): number =>
  part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4;
const linearRgb = (hex: string): Vector3 =>
  [1, 3, 5].map((at) => linearChannel(Number.parseInt(hex.slice(at, at + 2), 16))) as Vector3;

const luminance = ([r, g, b]: Vector3) => 0.2126 * r + 0.7152 * g + 0.0722 * b;
function contrast(first: string, second: string): number {
  const [low = 0, high = 0] = [luminance(linearRgb(first)), luminance(linearRgb(second))].sort(
    (a, b) => a - b,
  );
  return (high + 0.05) / (low + 0.05);
}

const multiplyMatrix = (rows: Vector3[], [r, g, b]: Vector3): Vector3 =>
  rows.map(([x, y, z]) => x * r + y * g + z * b) as Vector3;

/** Converts linear RGB to OKLab, in which distances correspond to perceived differences. */
function oklab(color: Vector3): Vector3 {
  const cones = multiplyMatrix(
    [
      [0.4122214708, 0.5363325363, 0.0514459929],
      [0.2119034982, 0.6806995451, 0.1073969566],
      [0.0883024619, 0.2817188376, 0.6299787005],
    ],
    color,
  ).map((it) => Math.cbrt(Math.max(0, it))) as Vector3;
  return multiplyMatrix(
    [
      [0.2104542553, 0.793617785, -0.0040720468],
      [1.9779984951, -2.428592205, 0.4505937099],
      [0.0259040371, 0.7827717662, -0.808675766],
    ],
    cones,
  );
}

/** Matrices that simulate missing cone types, applied to linear RGB. */
const visionTypes: Record<string, Vector3[]> = {
  usual: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  'without red': [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  'without green': [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  'without blue': [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

const colorDistance = (a: Vector3, b: Vector3) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

for (const scheme of ['light', 'dark'] as const) {
  const { series, others: rest, surface, ink, muted, axis } = CHART_PALETTE[scheme];
  test(`${scheme}: lines and texts have enough contrast to the surface`, () => {
    for (const color of [...series, rest, axis]) expect(contrast(color, surface), color).toBeGreaterThan(3);
    for (const color of [ink, muted]) expect(contrast(color, surface), color).toBeGreaterThan(4.5);
  });
  for (const [sight, matrix] of Object.entries(visionTypes))
    test(`${scheme}, ${sight}: all series have different colours`, () => {
      const colors = [...series, rest].map((color) => oklab(multiplyMatrix(matrix, linearRgb(color))));
      const distances = colors.flatMap((a, index) => colors.slice(index + 1).map((b) => colorDistance(a, b)));
      expect(Math.min(...distances)).toBeGreaterThan(0.1);
    });
}
