import { screen, waitFor, within } from '@testing-library/dom';
import { archiveLimits } from '@waypost/contract/map-archives/archive-limits';
import {
  createMapArchive,
  deleteMapArchive,
  listMapArchives,
  listServerFiles,
  type MapArchive,
  updateMapArchive,
  uploadMapArchiveChunk,
} from '@waypost/contract/map-archives/map-archives';
import { defaultMap } from '@waypost/contract/settings/settings';
import { expect, test } from 'vitest';
import { createProblemResponse, createValidationResponse } from '../../testing/fake-api-server.ts';
import { apiServer, renderScreen } from '../../testing/render-screen.tsx';
import { findDialog } from '../../testing/screen-user.ts';
import {
  adminAccount,
  archiveHead,
  createTestMapArchive,
  createTestPage,
  extractHead,
} from '../../testing/test-entities.ts';

const open = (archives: readonly MapArchive[], options = {}) => {
  apiServer.on(listMapArchives, () => createTestPage([...archives]));
  return renderScreen('/settings/maps', { account: adminAccount, ...options });
};

test('the list says what each map is, and in which state', async () => {
  await open([
    createTestMapArchive(),
    createTestMapArchive({ id: 2, position: 1, name: 'Photos', schema: 'raster', active: false }),
    createTestMapArchive({ id: 3, position: 2, name: 'Gone', is_file_missing: true }),
  ]);
  const list = await screen.findByRole('list', { name: 'Maps' });
  const rows = within(list).getAllByRole('listitem');
  // What is drawn on top comes first.
  expect(rows.map((row) => row.querySelector('strong')?.textContent)).toEqual([
    'Gone',
    'Photos',
    'Liechtenstein',
  ]);
  expect(rows[0]).toHaveTextContent('The file of this map is missing on the server.');
  expect(rows[1]).toHaveTextContent('Turned off');
  expect(rows[1]).toHaveTextContent('Map of images');
  expect(rows[2]).toHaveTextContent('On the map');
  expect(rows[2]).toHaveTextContent('Street map · 570 kB · Zoom 0 to 14');
  expect(rows[2]).toHaveTextContent('© OpenStreetMap');
});

test('a map says that the map of the site opens at it, and others offer it', async () => {
  const view = { ...defaultMap.default_view, lat: 47.1627, lon: 9.555, zoom: 9.5, fit_map_boundaries: false };
  await open(
    [
      createTestMapArchive(),
      createTestMapArchive({ id: 2, position: 1, name: 'Kenya', bounds: [34, -5, 42, 5] }),
      createTestMapArchive({ id: 3, position: 2, name: 'Off', active: false }),
    ],
    { config: { map: { default_view: view } } },
  );
  const row = (await screen.findByText('Liechtenstein')).closest('li');
  expect(row).toHaveTextContent('The map of the site opens here.');
  expect(screen.getAllByRole('button', { name: /^Open the map here/ })).toEqual([
    screen.getByRole('button', { name: 'Open the map here: Kenya' }),
  ]);
});

test('an empty list says how to get the first map', async () => {
  await open([]);
  expect(await screen.findByText('No maps yet')).toBeVisible();
});

test('a list that cannot be loaded offers to try again', async () => {
  apiServer.on(listMapArchives, () => createProblemResponse('entity.not-found'));
  await renderScreen('/settings/maps', { account: adminAccount });
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
});

test('a map that failed says why', async () => {
  const failure = { rule: 'archiveStatus', params: { status: 404 } };
  await open([createTestMapArchive({ state: 'failed', source: 'address', failure, schema: null })]);
  expect(await screen.findByText(/does not have the file \(status 404\)/)).toBeVisible();
});

test('an address that failed is corrected, and the failed map makes way', async () => {
  const failure = { rule: 'archiveStatus', params: { status: 404 } };
  const origin = 'https://example.org/city.pbf';
  const person = await open([
    createTestMapArchive({
      id: 9,
      name: 'City',
      state: 'failed',
      source: 'address',
      origin,
      failure,
      schema: null,
    }),
  ]);
  apiServer.on(createMapArchive, () => createTestMapArchive({ state: 'importing', source: 'address' }));
  apiServer.on(deleteMapArchive, () => createTestMapArchive());
  await person.press('button', 'Try again');
  const dialog = await findDialog('Add map');
  const address = dialog.getByRole('textbox', { name: /^Web address/ });
  expect(address).toHaveValue(origin);
  expect(dialog.getByRole('textbox', { name: /^Name/ })).toHaveValue('City');
  await person.write(address, 'https://example.org/town.osm.pbf');
  // Somebody has named it.
  expect(dialog.getByRole('textbox', { name: /^Name/ })).toHaveValue('City');
  await person.click(dialog.getByRole('button', { name: 'Add map' }));
  await expect.poll(() => apiServer.requests(deleteMapArchive).map(({ params }) => params.id)).toEqual([9]);
  expect(apiServer.requests(createMapArchive).map(({ body }) => body)).toEqual([
    { source: 'address', name: 'City', address: 'https://example.org/town.osm.pbf' },
  ]);
});

test('a map that is made from an extract shows how far it is, and why it failed', async () => {
  const building = { state: 'building', size: 592_630, received: 260_000, schema: null } as const;
  const failure = { rule: 'extractUnsupported', params: { feature: 'HistoricalInformation' } };
  await open([
    createTestMapArchive(building),
    createTestMapArchive({ id: 2, position: 1, state: 'failed', failure }),
  ]);
  expect(await screen.findByText('Making the map · 44%')).toBeVisible();
  expect(screen.getByRole('progressbar', { name: 'Making the map' })).toBeVisible();
  expect(screen.getByText(/HistoricalInformation is not supported/)).toBeVisible();
});

test('an extract that is too large is refused with its limit', async () => {
  const person = await open([]);
  const begun: unknown[] = [];
  apiServer.on(createMapArchive, ({ body }) => {
    begun.push(body);
    return createTestMapArchive();
  });
  await person.press('button', 'Add map');
  const dialog = await findDialog('Add map');
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('no file input');
  const file = new File([extractHead], 'country.osm.pbf');
  Object.defineProperty(file, 'size', { value: archiveLimits.extractBytes + 1 });
  // The limit is said before, in the same words.
  expect(dialog.getByText(/extract \(\.osm\.pbf\) of up to 314 MB/)).toBeVisible();
  await person.upload(input, file);
  expect(dialog.getByRole('textbox', { name: /Name/ })).toHaveValue('country');
  expect(
    await dialog.findByText(/too large for an OpenStreetMap extract. The limit is 314 MB/),
  ).toBeVisible();
  await person.click(dialog.getByRole('button', { name: 'Add map' }));
  expect(dialog.getByText(/The limit is 314 MB/)).toBeVisible();
  expect(begun).toEqual([]);
});

test('a chosen file that is no map is refused before it is sent, and an archive takes no build', async () => {
  const person = await open([]);
  await person.press('button', 'Add map');
  const dialog = await findDialog('Add map');
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('no file input');
  const refusal = /neither a PMTiles file \(version 3\) nor an OpenStreetMap extract/;
  for (const file of [new File(['Dear neighbors'], 'letter.osm.pbf'), new File([], 'empty.pmtiles')]) {
    await person.upload(input, file);
    expect(await dialog.findByText(refusal)).toBeVisible();
    expect(dialog.queryByText(/Making the map takes/)).toBeNull();
    await person.click(dialog.getByRole('button', { name: 'Add map' }));
  }
  expect(apiServer.requests(createMapArchive)).toHaveLength(0);
  // Whatever its name says.
  await person.upload(input, new File([archiveHead, 'tiles'], 'city.osm.pbf'));
  await waitFor(() => expect(dialog.queryByText(refusal)).toBeNull());
  expect(dialog.queryByText(/Making the map takes/)).toBeNull();
  await person.upload(input, new File([extractHead, 'nodes'], 'city.osm.pbf'));
  expect(await dialog.findByText(/Making the map takes about 30 sec/)).toBeVisible();
});

test('a map is turned off, moved and deleted', async () => {
  let archives = [createTestMapArchive(), createTestMapArchive({ id: 2, position: 1, name: 'Town' })];
  const person = await open(archives);
  apiServer.on(listMapArchives, () => createTestPage(archives));
  const bodies: unknown[] = [];
  apiServer.on(updateMapArchive, ({ params, body }) => {
    bodies.push([params.id, body]);
    return createTestMapArchive();
  });
  apiServer.on(deleteMapArchive, () => {
    archives = archives.slice(0, 1);
    return createTestMapArchive();
  });
  await person.press('switch', 'Show Town on the map');
  await person.press('button', 'Move Town down');
  await person.press('button', 'Delete Town');
  await findDialog('Delete Town?');
  await person.press('button', 'Delete map');
  await expect.poll(() => screen.queryByText('Town')).toBeNull();
  expect(bodies).toEqual([
    [2, { active: false }],
    [2, { position: 0 }],
  ]);
});

test('a file is uploaded in parts after its name was filled in', async () => {
  const person = await open([]);
  const size = archiveLimits.chunkBytes + 10;
  let state = createTestMapArchive({ state: 'uploading', size, received: 0, schema: null });
  const begun: unknown[] = [];
  apiServer.on(createMapArchive, ({ body }) => {
    begun.push(body);
    apiServer.on(listMapArchives, () => createTestPage([state]));
    return state;
  });
  apiServer.on(uploadMapArchiveChunk, () => {
    const received = Math.min(size, state.received + archiveLimits.chunkBytes);
    state = received < size ? { ...state, received } : createTestMapArchive({ state: 'ready', size });
    return state;
  });
  await person.press('button', 'Add map');
  const dialog = await findDialog('Add map');
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('no file input');
  await person.upload(
    input,
    new File([archiveHead, new Uint8Array(size - archiveHead.length)], 'city.pmtiles'),
  );
  expect(dialog.getByRole('textbox', { name: /Name/ })).toHaveValue('city');
  await person.click(dialog.getByRole('button', { name: 'Add map' }));
  expect(await screen.findByText('On the map')).toBeVisible();
  expect(begun).toEqual([{ source: 'upload', name: 'city', file_name: 'city.pmtiles', size }]);
});

test('an upload whose file is refused leaves no entry that is paused', async () => {
  const person = await open([]);
  const archive = createTestMapArchive({ state: 'uploading', size: 5, received: 0, schema: null });
  apiServer.on(createMapArchive, () => {
    apiServer.on(listMapArchives, () => createTestPage([archive]));
    return archive;
  });
  apiServer.on(uploadMapArchiveChunk, () =>
    createValidationResponse({ field: 'file', rule: 'archiveDamaged' }),
  );
  apiServer.on(deleteMapArchive, () => {
    apiServer.on(listMapArchives, () => createTestPage([]));
    return archive;
  });
  await person.press('button', 'Add map');
  const dialog = await findDialog('Add map');
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('no file input');
  await person.upload(input, new File([archiveHead, 'damaged'], 'other.pmtiles'));
  await person.click(dialog.getByRole('button', { name: 'Add map' }));
  expect(await screen.findByText(/^other\.pmtiles: /)).toBeVisible();
  await expect.poll(() => apiServer.requests(deleteMapArchive)).toHaveLength(1);
  await expect.poll(() => screen.queryByText(/^Upload|^Sending/)).toBeNull();
});

test('an upload of an earlier visit asks for the same file', async () => {
  const person = await open([
    createTestMapArchive({ state: 'uploading', size: 5, received: 2, schema: null }),
  ]);
  expect(await screen.findByRole('button', { name: 'Choose file to continue' })).toBeVisible();
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('no file input');
  await person.upload(input, new File(['other'], 'other.pmtiles'));
  expect(await screen.findByRole('alert')).toHaveTextContent('This is another file. Choose li.pmtiles');
});

test('the form names what is missing, and shows what the server refuses', async () => {
  const person = await open([]);
  apiServer.on(listServerFiles, () => ({
    directory: '/srv/maps',
    files: [{ name: 'city.pmtiles', size: 1_000_000 }],
  }));
  apiServer.on(createMapArchive, () =>
    createValidationResponse({ field: 'address', rule: 'privateAddress' }),
  );
  await person.press('button', 'Add map');
  const dialog = await findDialog('Add map');
  await person.click(dialog.getByRole('button', { name: 'Add map' }));
  expect(await dialog.findByText('Map file is required.')).toBeVisible();
  await person.selectOptions(dialog.getByRole('combobox'), 'On the server');
  expect(await dialog.findByText('Files in /srv/maps')).toBeVisible();
  expect(dialog.getByRole('option', { name: 'city.pmtiles (1 MB)' })).toBeInTheDocument();
  const [source] = dialog.getAllByRole('combobox');
  if (source) await person.selectOptions(source, 'At a web address');
  await person.type(dialog.getByRole('textbox', { name: /Name/ }), 'City');
  await person.type(dialog.getByRole('textbox', { name: /Web address/ }), 'http://10.0.0.1/a.pmtiles');
  await person.click(dialog.getByRole('button', { name: 'Add map' }));
  expect(await dialog.findByText(/private network/)).toBeVisible();
});
