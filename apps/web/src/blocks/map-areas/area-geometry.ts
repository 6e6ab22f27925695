/** The boxes of areas, and which one is at a place. Pure. */
import type { AreaFeature } from '@waypost/contract/areas/area-outlines';
import { isInRing } from '@waypost/contract/areas/nest-rings';
import type { Bounds, LatLon } from '../map-canvas/map-types.ts';
import { computePinBounds } from '../post-extent/pin-bounds.ts';

type Ring = AreaFeature['geometry']['coordinates'][number][number];

/** The smallest box around areas; null when there are none. */
export const computeAreaBounds = (areas: readonly Pick<AreaFeature, 'geometry'>[]): Bounds | null =>
  computePinBounds({
    features: areas.map(({ geometry }) => ({
      geometry: {
        type: 'GeometryCollection',
        geometries: geometry.coordinates.flat(2).map((coordinates) => ({ type: 'Point', coordinates })),
      },
    })),
  });

/** The first area around a place; a place in an even number of its rings, such as one in a hole, is outside. */
export const findAreaAt = (areas: readonly AreaFeature[], at: LatLon): AreaFeature | undefined =>
  areas.find(
    ({ geometry }) => geometry.coordinates.flat().filter((ring) => isInRing(ring, at)).length % 2 === 1,
  );

/** A place inside of an area where its name can be shown: the middle of the widest part on its middle parallel. */
export function findMiddle({ geometry }: Pick<AreaFeature, 'geometry'>): LatLon {
  const outers = geometry.coordinates.map(([outer = []]) => outer);
  const height = (ring: Ring) =>
    Math.max(...ring.map(([, lat]) => lat)) - Math.min(...ring.map(([, lat]) => lat));
  const [outer = []] = outers.toSorted((a, b) => height(b) - height(a));
  const lats = outer.map(([, lat]) => lat);
  const lat = (Math.min(...lats) + Math.max(...lats)) / 2;
  const crossings = geometry.coordinates
    .flat()
    .flatMap((ring) =>
      ring.flatMap(([x, y], index) => {
        const [nextX, nextY] = ring[(index + 1) % ring.length] ?? [x, y];
        return y > lat !== nextY > lat ? [x + ((lat - y) / (nextY - y)) * (nextX - x)] : [];
      }),
    )
    .sort((a, b) => a - b);
  let [west, east] = [crossings[0] ?? outer[0]?.[0] ?? 0, crossings[1] ?? outer[0]?.[0] ?? 0];
  for (let index = 0; index + 1 < crossings.length; index += 2) {
    const [from = 0, to = 0] = [crossings[index], crossings[index + 1]];
    if (to - from > east - west) [west, east] = [from, to];
  }
  return { lat, lon: (west + east) / 2 };
}
