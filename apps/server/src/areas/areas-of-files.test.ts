/** Outlines as files of real districts have them: with crossings. */
import type { listAreas } from '@waypost/contract/areas/list-areas';
import { isInRing } from '@waypost/contract/areas/nest-rings';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { z } from 'zod';
import { startTestApp, type TestApp } from '../testing/app/test-app.ts';
import { createFilledSet, polygon, type Ring } from './areas.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const areasAt = async (lat: number, lon: number) =>
  (
    await app.send<z.infer<typeof listAreas.response>>('visitor', 'GET', `/areas?at=${lat},${lon}`)
  ).body.results.map(({ name }) => name);

/** Its lines cross one another, and go around the middle twice. */
const star: Ring = [0, 2, 4, 1, 3, 0].map((corner) => [
  20 + 5 * Math.sin((corner * Math.PI) / 2.5),
  20 + 5 * Math.cos((corner * Math.PI) / 2.5),
]);
/** Two triangles of different sizes that touch where its lines cross, of which one is drawn in the other direction. */
const eight: Ring = [
  [40, 0],
  [46, 6],
  [46, 0],
  [40, 6],
  [37, 3],
];

test.each([
  ['the middle of a star', star, 20, 20, true],
  ['a point of a star', star, 24.5, 20, true],
  ['beside a point of a star', star, 24.5, 22, false],
  ['the one half of an eight', eight, 3, 38, true],
  ['the other half of an eight', eight, 3, 45.5, true],
  ['above the crossing of an eight', eight, 5.5, 43, false],
])(
  '%s is in an outline that crosses itself, or not, in the database and in forms',
  async (name, ring, lat, lon, isInside) => {
    await createFilledSet(app, name, { [name]: polygon(ring) });
    expect((await areasAt(lat, lon)).includes(name)).toBe(isInside);
    expect(isInRing(ring, { lat, lon })).toBe(isInside);
  },
);
