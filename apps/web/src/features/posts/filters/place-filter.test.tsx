import { screen } from '@testing-library/dom';
import { readPostStats } from '@waypost/contract/browse/stats';
import { listCategories } from '@waypost/contract/categories/categories';
import { findPlaces } from '@waypost/contract/places/places';
import { listPosts } from '@waypost/contract/posts/posts';
import { expect, test } from 'vitest';
import { setOnline } from '../../../testing/browser-connection.ts';
import { disconnectedResponse } from '../../../testing/fake-api-server.ts';
import { apiServer, renderScreen } from '../../../testing/render-screen.tsx';
import { createTestPage } from '../../../testing/test-entities.ts';

const nairobi = { id: 1, name: 'Nairobi', country: 'KE', lat: -1.28, lon: 36.82, population: 2_750_547 };

async function openFilters(at = '') {
  apiServer.on(listPosts, () => createTestPage([]));
  apiServer.on(listCategories, () => createTestPage([]));
  apiServer.on(readPostStats, () => ({
    totals: [],
    group_by: 'form',
    group_by_attribute_key: null,
    timeline_attribute: 'created',
  }));
  const person = await renderScreen(`/views/data?at=${at}`);
  await person.press('button', 'Sort and filter');
  return person;
}

test('the search for a place says that it needs a connection, and finds once there is one', async () => {
  apiServer.on(findPlaces, () => disconnectedResponse);
  const person = await openFilters();
  const box = await screen.findByRole('combobox', { name: 'Search for a town or village' });
  setOnline(false);
  await person.write(box, 'nairobi');
  expect(await screen.findByText(/^The search needs a connection/)).toBeVisible();
  apiServer.on(findPlaces, () => ({ count: 1, results: [nairobi] }));
  setOnline(true);
  expect(await screen.findByRole('option', { name: /^Nairobi, Kenya/, hidden: true })).toBeInTheDocument();
});

test('places near the map on screen come first', async () => {
  apiServer.on(findPlaces, () => ({ count: 1, results: [nairobi] }));
  const person = await openFilters('-1.2,36.8,12');
  await person.write(
    await screen.findByRole('combobox', { name: 'Search for a town or village' }),
    'nairobi',
  );
  await screen.findByRole('option', { name: /^Nairobi, Kenya/, hidden: true });
  expect(apiServer.requests(findPlaces).at(-1)?.query.near).toEqual({ lat: -1.2, lon: 36.8 });
});
