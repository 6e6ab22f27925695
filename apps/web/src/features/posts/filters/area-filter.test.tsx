import { screen, within } from '@testing-library/dom';
import { listAreas } from '@waypost/contract/areas/list-areas';
import { readPostStats } from '@waypost/contract/browse/stats';
import { listCategories } from '@waypost/contract/categories/categories';
import { listPosts } from '@waypost/contract/posts/posts';
import { expect, test } from 'vitest';
import { apiServer, renderScreen } from '../../../testing/render-screen.tsx';
import { createTestPage } from '../../../testing/test-entities.ts';

test('areas are listed as people count them', async () => {
  apiServer.on(listPosts, () => createTestPage([]));
  apiServer.on(listCategories, () => createTestPage([]));
  apiServer.on(readPostStats, () => ({
    totals: [],
    group_by: 'form',
    group_by_attribute_key: null,
    timeline_attribute: 'created',
  }));
  const results = ['Ward 10', 'ward 9', 'Ward 2'].map((name, index) => ({
    id: index + 1,
    set_id: 1,
    set_name: 'Wards',
    name,
  }));
  apiServer.on(listAreas, () => ({ count: results.length, results }));
  const person = await renderScreen('/views/data');
  await person.press('button', 'Sort and filter');
  const field = await screen.findByRole('combobox', { name: 'Areas' });
  expect(
    within(field)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Choose area', 'Ward 2', 'ward 9', 'Ward 10']);
});
