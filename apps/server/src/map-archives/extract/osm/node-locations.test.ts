import { expect, test } from 'vitest';
import { NodeLocations, noNode } from './node-locations.ts';

/** Whole numbers that look random and are the same in every run. */
function* pseudoRandom(max: number): Generator<number, never> {
  for (let state = 1; ; state = (state * 48_271) % 2_147_483_647) yield state % max;
}

/** Ids in the order of osmium, with small and large gaps. */
function createIds(count: number): number[] {
  const gaps = pseudoRandom(100);
  const ids = [0, -1, -5, -(2 ** 50)];
  for (let id = 1; ids.length < count; id += gaps.next().value < 3 ? 2 ** 33 : 1) ids.push(id);
  return ids;
}

test('finds all nodes again, in any order, and none that was not added', () => {
  const locations = new NodeLocations();
  const [longitudes, latitudes] = [pseudoRandom(3_600_000_000), pseudoRandom(1_800_000_000)];
  const nodes = createIds(50_000).map((id) => ({
    id,
    longitude: longitudes.next().value - 1_800_000_000,
    latitude: latitudes.next().value - 900_000_000,
  }));
  for (const { id, longitude, latitude } of nodes) locations.add(id, longitude, latitude);
  expect(locations.count).toBe(nodes.length);
  const order = pseudoRandom(nodes.length);
  const wrong = Array.from({ length: nodes.length }, () => order.next().value).filter((number) => {
    const found = locations.find(nodes[number]?.id ?? 0);
    return (
      found !== number ||
      locations.longitudeAt(found) !== nodes[number]?.longitude ||
      locations.latitudeAt(found) !== nodes[number]?.latitude
    );
  });
  expect(wrong).toEqual([]);
  for (const id of [-2, 2 ** 51, (nodes.at(-1)?.id ?? 0) + 1]) expect(locations.find(id)).toBe(noNode);
});

test('takes ids in their order only, and none that is too large', () => {
  const locations = new NodeLocations();
  expect(locations.find(1)).toBe(noNode);
  locations.add(-3, 0, 0);
  locations.add(7, 1.4, -1.6);
  expect([locations.longitudeAt(1), locations.latitudeAt(1)]).toEqual([1, -2]);
  for (const id of [7, 6, -4]) expect(() => locations.add(id, 0, 0)).toThrow('extractUnsorted');
  expect(() => locations.add(2 ** 53, 0, 0)).toThrow('extractDamaged');
});
