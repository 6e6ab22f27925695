/** Outlines and sets for tests of areas. */
import type { AreaSet } from '@waypost/contract/areas/areas';
import { expect } from 'vitest';
import type { TestApp } from '../testing/app/test-app.ts';

/** The points of a ring: longitude and latitude in degrees. */
export type Ring = [lon: number, lat: number][];

/** The closed ring of a square. @param size in degrees */
export const square = (west: number, south: number, size = 1): Ring => [
  [west, south],
  [west + size, south],
  [west + size, south + size],
  [west, south + size],
  [west, south],
];

/** A polygon of an outer ring and holes. */
export const polygon = (...coordinates: Ring[]) => ({ type: 'Polygon', coordinates });

/** Creates a set with areas: outlines by name. @returns its id */
export async function createFilledSet(
  app: TestApp,
  name: string,
  areas: Record<string, object>,
  level = 1,
): Promise<number> {
  const { body } = await app.send<AreaSet>('settings manager', 'POST', '/area-sets', { name, level });
  const added = await app.send<AreaSet>('settings manager', 'POST', `/area-sets/${body.id}/areas`, {
    areas: Object.entries(areas).map(([name, geometry]) => ({ name, geometry })),
  });
  expect([added.status, added.body]).toEqual([
    200,
    expect.objectContaining({ area_count: Object.keys(areas).length }),
  ]);
  return body.id;
}
