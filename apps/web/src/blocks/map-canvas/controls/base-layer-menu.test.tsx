import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { screen } from '@testing-library/dom';
import { listMapArchives, type MapArchive } from '@waypost/contract/map-archives/map-archives';
import type { BaseLayer } from '@waypost/contract/settings/base-layers';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, expect, test } from 'vitest';
import { queryClient } from '../../../api/query-client.ts';
import { apiServer } from '../../../testing/render-screen.tsx';
import { waitForFocus } from '../../../testing/screen-user.ts';
import { createTestMapArchive, createTestPage } from '../../../testing/test-entities.ts';
import BaseLayerMenu from './base-layer-menu.tsx';

let root: Root;
afterEach(() => root.unmount());

/** Without a layout the menu is thought to be out of sight. */
const findItem = (name: string) => screen.findByRole('menuitemradio', { name, hidden: true });

async function openMenu(archives: readonly MapArchive[], value: BaseLayer = 'embedded') {
  apiServer.on(listMapArchives, () => createTestPage([...archives]));
  root = createRoot(document.body.appendChild(document.createElement('div')));
  root.render(
    <QueryClientProvider client={queryClient}>
      <MantineProvider>
        <BaseLayerMenu value={value} onChange={() => undefined} target={<button type="button">Map</button>} />
      </MantineProvider>
    </QueryClientProvider>,
  );
  await findItem('Waypost');
  await expect.poll(() => apiServer.requests(listMapArchives)).toHaveLength(1);
}

test('the detailed map is offered where there is a street map', async () => {
  await openMenu([createTestMapArchive()]);
  expect(await findItem('Detailed map')).not.toBeChecked();
});

test.each([
  ['no map', []],
  ['a map of images only', [createTestMapArchive({ schema: 'raster' })]],
  ['a map that is turned off', [createTestMapArchive({ active: false })]],
])('the detailed map is not offered where there is %s', async (_, archives) => {
  await openMenu(archives);
  await expect.poll(() => queryClient.isFetching()).toBe(0);
  expect(screen.queryByText('Detailed map')).toBeNull();
});

test('each map says what it is', async () => {
  await openMenu([createTestMapArchive()]);
  expect(await findItem('Waypost')).toHaveAccessibleDescription('Muted colors, so that reports stand out');
  expect(await findItem('Detailed map')).toHaveAccessibleDescription(
    'Strong colors, house numbers and more places',
  );
  expect(await findItem('Satellite')).toHaveAccessibleDescription('External service');
});

test('the chosen map is marked with a check, the others are not', async () => {
  await openMenu([createTestMapArchive()], 'detailed');
  expect((await findItem('Detailed map')).querySelector('.tabler-icon-check')).not.toBeNull();
  expect((await findItem('Waypost')).querySelector('svg')).toBeNull();
});

test('the chosen map has the focus', async () => {
  await openMenu([createTestMapArchive()], 'detailed');
  await waitForFocus(await findItem('Detailed map'));
});

test('the detailed map stays in the list while it is chosen', async () => {
  await openMenu([], 'detailed');
  expect(await findItem('Detailed map')).toBeChecked();
});
