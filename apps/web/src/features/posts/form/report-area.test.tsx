/** A field whose places must lie inside of an area. */
import { screen } from '@testing-library/dom';
import { listAreaOutlines } from '@waypost/contract/areas/area-outlines';
import { listAreas } from '@waypost/contract/areas/list-areas';
import { readPostExtent } from '@waypost/contract/browse/map';
import { findPlaces } from '@waypost/contract/places/places';
import { expect, test } from 'vitest';
import { apiServer } from '../../../testing/render-screen.tsx';
import { openForm } from '../../../testing/report-form-screen.ts';
import { createTestAttribute } from '../../../testing/test-entities.ts';

const kilimani = { id: 7, set_id: 1, set_name: 'Wards', name: 'Kilimani' };
const karen = { id: 8, set_id: 1, set_name: 'Wards', name: 'Karen' };

/** Kilimani is east of the meridian. */
async function enterPlace(inside: object, lon: string) {
  apiServer.on(listAreaOutlines, () => ({ type: 'FeatureCollection' as const, features: [] }));
  apiServer.on(findPlaces, () => ({ count: 0, results: [] }));
  apiServer.on(listAreas, ({ query: { at } }) => {
    const results = at ? (at.lon > 0 ? [kilimani] : []) : [kilimani, karen];
    return { count: results.length, results };
  });
  const person = await openForm([
    createTestAttribute({
      key: 'place',
      label: 'Place',
      input: 'location',
      type: 'point',
      config: { inside },
    }),
  ]);
  (await screen.findByText('Enter coordinates')).click();
  await person.fill(/^Latitude/, '1');
  await person.fill(/^Longitude/, lon);
  screen.getByRole('textbox', { name: /^Longitude/ }).focus();
  await person.keyboard('{Enter}');
}

test('a place outside of the demanded area is named before the report is sent', async () => {
  await enterPlace({ area: 7 }, '-3');
  expect(await screen.findByText('This place is outside Kilimani. Choose a place inside.')).toBeVisible();
});

test('a place inside of the demanded area is not', async () => {
  await enterPlace({ area: 7 }, '3');
  expect(await screen.findByText('The place must be in Kilimani.')).toBeVisible();
  // The map opens there.
  await expect
    .poll(() => apiServer.requests(listAreaOutlines).map(({ query }) => query['area']))
    .toEqual([[7]]);
  await expect.poll(() => apiServer.requests(listAreas).at(-1)?.query['at']).toEqual({ lat: 1, lon: 3 });
  expect(screen.queryByText(/outside/)).toBeNull();
});

test('a set demands any of its areas', async () => {
  await enterPlace({ set: 1 }, '-3');
  expect(
    await screen.findByText(
      'This place is outside of all these areas: Wards. Choose a place in one of them.',
    ),
  ).toBeVisible();
});

test.each([
  ['', 1],
  ['?at=-1.29,36.82,11', 0],
] as const)(
  'the map opens where the reports are, unless the visitor looked somewhere (%s)',
  async (at, requests) => {
    apiServer.on(findPlaces, () => ({ count: 0, results: [] }));
    apiServer.on(readPostExtent, () => ({
      bbox: [30, -2, 31, -1] as [number, number, number, number],
      count: 2,
    }));
    const attributes = [
      createTestAttribute({ key: 'place', label: 'Place', input: 'location', type: 'point' }),
    ];
    await openForm(attributes, {}, {}, at);
    await screen.findByText('Enter coordinates');
    await expect.poll(() => apiServer.requests(readPostExtent)).toHaveLength(requests);
  },
);
