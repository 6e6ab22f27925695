import { screen, within } from '@testing-library/dom';
import { listAreaOutlines } from '@waypost/contract/areas/area-outlines';
import { listAreas } from '@waypost/contract/areas/list-areas';
import { readPostStats } from '@waypost/contract/browse/stats';
import { listPosts } from '@waypost/contract/posts/posts';
import { expect, test } from 'vitest';
import { apiServer, renderScreen } from '../../testing/render-screen.tsx';
import { createTestPage } from '../../testing/test-entities.ts';

const area = { id: 7, set_id: 1, set_name: 'Districts', name: 'North' };

function answer(): void {
  apiServer.on(listPosts, () => createTestPage([]));
  apiServer.on(readPostStats, ({ query }) => ({
    totals:
      query.group_by === 'area'
        ? [{ key: 'area', values: [{ label: 'North', total: 12, id: 7, type: 'web' as const }] }]
        : [],
    group_by: null,
    group_by_attribute_key: null,
    timeline_attribute: 'created',
  }));
}

test('the bars compare reports by area where there are areas', async () => {
  answer();
  apiServer.on(listAreas, () => ({ count: 1, results: [area] }));
  apiServer.on(listAreaOutlines, () => ({ type: 'FeatureCollection' as const, features: [] }));
  const person = await renderScreen('/activity?barsAs=table');
  await person.choose('Compare bars by', 'Areas');
  const region = await screen.findByRole('region', { name: 'Reports by area' });
  expect(await within(region).findByRole('row', { name: /North\s*12/ })).toBeVisible();
  expect(await screen.findByRole('region', { name: 'Map of reports by area' })).toBeVisible();
});

test('without areas there is no comparison by area', async () => {
  answer();
  await renderScreen('/activity');
  const field = await screen.findByRole('combobox', { name: 'Compare bars by' });
  expect(within(field).queryByRole('option', { name: 'Areas' })).toBeNull();
});

const outlineOf = (id: number, name: string) => ({
  type: 'Feature' as const,
  id,
  properties: { name },
  geometry: {
    type: 'MultiPolygon' as const,
    coordinates: [[[[0, 0] as [number, number], [1, 0] as [number, number], [1, 1] as [number, number]]]],
  },
});

test('the map of areas has their numbers in a table, and can show another set', async () => {
  answer();
  const ward = { id: 9, set_id: 2, set_name: 'Wards', name: 'Ward 1' };
  apiServer.on(listAreas, () => ({ count: 2, results: [area, ward] }));
  apiServer.on(listAreaOutlines, ({ query }) => ({
    type: 'FeatureCollection' as const,
    features:
      query.set === 1
        ? [outlineOf(8, 'South'), outlineOf(7, 'North')]
        : [outlineOf(10, 'Ward 10'), outlineOf(11, 'Ward 2'), outlineOf(9, 'Ward 1')],
  }));
  const person = await renderScreen('/activity?bars=area');
  const map = within(await screen.findByRole('region', { name: 'Map of reports by area' }));
  const rows = await map.findAllByRole('row');
  expect(rows.map(({ textContent }) => textContent)).toEqual(['AreaReports', 'North12', 'South0']);
  expect(map.getByRole('list', { name: 'Number of reports by color' })).toHaveTextContent('012');
  await person.click(map.getByRole('button', { name: 'South' }));
  expect(map.getByRole('button', { name: 'South' })).toHaveAttribute('aria-pressed', 'true');
  await person.choose('Areas to compare', 'Wards');
  expect(await map.findByRole('row', { name: /Ward 1\b/ })).toBeVisible();
  expect(map.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual([
    'Ward 1',
    'Ward 2',
    'Ward 10',
  ]);
  expect(apiServer.requests(readPostStats).at(-1)?.query['group_by_area_set']).toBe(2);
});
