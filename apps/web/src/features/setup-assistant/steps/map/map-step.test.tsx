import { screen, waitFor } from '@testing-library/dom';
import {
  createMapArchive,
  deleteMapArchive,
  listMapArchives,
  type MapArchive,
  updateMapArchive,
  uploadMapArchiveChunk,
} from '@waypost/contract/map-archives/map-archives';
import { defaultMap, listConfig, readConfig, saveConfig } from '@waypost/contract/settings/settings';
import {
  readSetup,
  type Setup,
  type SetupStepState,
} from '@waypost/contract/setup-assistant/setup-assistant';
import { setupSteps } from '@waypost/contract/setup-assistant/setup-steps';
import { beforeEach, expect, test } from 'vitest';
import { createProblemResponse, createValidationResponse } from '../../../../testing/fake-api-server.ts';
import { apiServer, renderScreen } from '../../../../testing/render-screen.tsx';
import {
  adminAccount,
  createTestConfig,
  createTestMapArchive,
  createTestPage,
  extractHead,
} from '../../../../testing/test-entities.ts';

/** The set-up in which all steps are done but this one and privacy. */
const createSetup = (state: SetupStepState): Setup => ({
  steps: setupSteps.map((id) => ({
    id,
    state: id === 'map' ? state : id === 'privacy' ? 'open' : 'done',
    confirmed: false,
    allowed_privileges: ['read', 'update'],
  })),
  dismissed: false,
  allowed_privileges: ['read', 'update'],
});

let setup: Setup;
beforeEach(() => {
  setup = createSetup('open');
  apiServer.on(readSetup, () => setup);
  apiServer.on(
    readConfig,
    ({ params }) => createTestConfig().find(({ id }) => id === params.group) ?? createTestConfig()[0]!,
  );
});
const step = (name: RegExp) => screen.findByRole('button', { name });

/** Opens the step of the street map, where these maps are there. @returns sets the maps that the server then has */
async function openMapStep(archives: readonly MapArchive[]) {
  const setArchives = (next: readonly MapArchive[]) =>
    apiServer.on(listMapArchives, () => createTestPage([...next]));
  setArchives(archives);
  // The step that is to be done is open.
  const person = await renderScreen('/settings/setup', { account: adminAccount });
  const chooseFile = async (bytes: number, name = 'town.osm.pbf') => {
    await screen.findByText(/^Choose (?:another )?file$/);
    const input = document.querySelector<HTMLInputElement>('input[accept*=pbf]');
    if (!input) throw new Error('no file input');
    const file = new File([extractHead], name);
    Object.defineProperty(file, 'size', { value: bytes });
    await person.upload(input, file);
  };
  return { person, setArchives, chooseFile };
}
const uploading = createTestMapArchive({
  name: 'town',
  state: 'uploading',
  size: 1,
  received: 0,
  schema: null,
});

test('an extract says its size and time before it is added, then how far it is, and the map is there at the end', async () => {
  const { person, setArchives, chooseFile } = await openMapStep([]);
  expect(await screen.findByRole('link', { name: /Geofabrik/ })).toHaveAttribute('target', '_blank');
  await chooseFile(151_000_000);
  expect(await screen.findByText('(151 MB)', { exact: false })).toBeVisible();
  // The kind of a file is read from its first bytes, after its name is there.
  expect(await screen.findByText(/takes about 3 min. The map will be about 151 MB/)).toBeVisible();
  await chooseFile(1);
  expect(await screen.findByText(/takes about 30 sec/)).toBeVisible();
  const building = { ...uploading, state: 'building', size: 100, received: 44 } as const;
  apiServer.on(createMapArchive, () => {
    setArchives([uploading]);
    return uploading;
  });
  apiServer.on(uploadMapArchiveChunk, () => {
    setArchives([building]);
    return building;
  });
  await person.press('button', 'Add map');
  const bar = await screen.findByRole('progressbar', { name: 'Making the map' });
  expect(bar).toHaveAttribute('value', '0.44');
  const row = bar.closest('li');
  expect(row).toHaveFocus();
  expect(screen.getByText('town: Making the map').tagName).toBe('OUTPUT');
  expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull();

  setup = createSetup('done');
  setArchives([createTestMapArchive({ name: 'town' })]);
  expect(await screen.findByText('On the map', undefined, { timeout: 5000 })).toBeVisible();
  // There is no WebGL here.
  expect(await screen.findByText(/Your map was added/)).toBeVisible();
  expect(await step(/^Street map Done/)).toHaveAttribute('aria-expanded', 'true');
  await person.press('button', 'Continue');
  await expect.poll(async () => (await step(/^Street map/)).getAttribute('aria-expanded')).toBe('false');
  expect(await step(/^Privacy/)).toHaveAttribute('aria-expanded', 'true');
});

test('a map that could not be added says why, and makes way for another file', async () => {
  const failure = { rule: 'extractDamaged', params: {} };
  const { person, setArchives } = await openMapStep([
    createTestMapArchive({ state: 'failed', failure, schema: null }),
  ]);
  expect(
    await screen.findByText('Could not be added. Map file is damaged. Copy or download the extract again.'),
  ).toBeVisible();
  apiServer.on(deleteMapArchive, () => {
    setArchives([]);
    return uploading;
  });
  await person.press('button', 'Choose another file');
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Where is the file?' })).toHaveFocus());
  await person.press('button', 'Add map');
  expect(await screen.findByText('Map file is required.')).toBeVisible();
  expect(screen.getByRole('button', { name: /^Map file/ })).toHaveFocus();
});

test('an address that failed stays in the form, with the name of its file', async () => {
  const { person, setArchives } = await openMapStep([]);
  await person.selectOptions(await screen.findByRole('combobox'), 'At a web address');
  const address = 'https://example.org/liechtenstein-latest.osm.pbf?key=secret';
  await person.fill(/^Web address/, address);
  expect(screen.getByRole('textbox', { name: /^Name/ })).toHaveValue('liechtenstein-latest');
  await person.fill(/^Name/, 'Liechtenstein');
  const failed = createTestMapArchive({
    state: 'failed',
    source: 'address',
    origin: 'https://example.org/liechtenstein-latest.osm.pbf',
    failure: { rule: 'archiveStatus', params: { status: 404 } },
    schema: null,
  });
  apiServer.on(createMapArchive, () => {
    setArchives([failed]);
    return failed;
  });
  apiServer.on(deleteMapArchive, () => {
    setArchives([]);
    return failed;
  });
  await person.press('button', 'Add map');
  await person.press('button', 'Try again');
  expect(await screen.findByRole('textbox', { name: /^Web address/ })).toHaveValue(address);
  expect(screen.getByRole('textbox', { name: /^Name/ })).toHaveValue('Liechtenstein');
  expect(apiServer.requests(deleteMapArchive)).toHaveLength(1);
});

test('a file that is no map is refused in the form', async () => {
  const { person, setArchives, chooseFile } = await openMapStep([]);
  await chooseFile(1, 'letter.pbf');
  apiServer.on(createMapArchive, () => {
    setArchives([uploading]);
    return uploading;
  });
  apiServer.on(uploadMapArchiveChunk, () =>
    createValidationResponse({ field: 'file', rule: 'archiveFormat' }),
  );
  apiServer.on(deleteMapArchive, () => {
    setArchives([]);
    return uploading;
  });
  await person.press('button', 'Add map');
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Where is the file?' })).toHaveFocus());
  expect(screen.getByRole('alert')).toHaveTextContent(/^letter\.pbf: .*neither a PMTiles file/);
});

test('whoever comes back sees the map, can add another one, and turns one on', async () => {
  const { person, setArchives } = await openMapStep([
    createTestMapArchive(),
    createTestMapArchive({ id: 2, name: 'Town', active: false }),
  ]);
  expect(await screen.findByRole('button', { name: 'Continue' })).toBeVisible();
  await person.press('button', 'Add another map');
  expect(screen.getByRole('combobox', { name: 'Where is the file?' })).toHaveFocus();
  await person.press('button', 'Cancel');
  expect(screen.getByRole('button', { name: 'Add another map' })).toHaveFocus();
  apiServer.on(updateMapArchive, () => {
    setArchives([createTestMapArchive({ id: 2, name: 'Town' })]);
    return createTestMapArchive();
  });
  await person.press('button', 'Show Town on the map');
  await expect.poll(() => screen.queryByText('Turned off')).toBeNull();
  expect(apiServer.requests(updateMapArchive).map(({ body }) => body)).toEqual([{ active: true }]);
});

/** The settings, which the server changes as it is told. */
function serveConfig() {
  // What somebody else changed since the page has loaded its settings stays.
  let view: object = { ...defaultMap.default_view, basemap: 'detailed' };
  const groups = () => createTestConfig({ map: { default_view: { ...defaultMap.default_view, ...view } } });
  const getGroup = (id: string) => groups().find((it) => it.id === id) ?? groups()[0]!;
  apiServer.on(listConfig, () => ({ count: 3, results: groups() }));
  apiServer.on(readConfig, ({ params }) => getGroup(params.group));
  apiServer.on(saveConfig, ({ body }) => {
    view = (body as { default_view: object }).default_view;
    return getGroup('map');
  });
}

test('the map of the site opens at the area of a map that was added', async () => {
  serveConfig();
  const { person } = await openMapStep([createTestMapArchive()]);
  await person.press('button', 'Open the map here: Liechtenstein');
  expect(await screen.findByText('The map of the site opens here.')).toBeVisible();
  const { params, body } = apiServer.requests(saveConfig)[0]!;
  expect(params.group).toBe('map');
  expect(body).toEqual({
    default_view: {
      ...defaultMap.default_view,
      basemap: 'detailed',
      fit_map_boundaries: false,
      lat: 47.1627,
      lon: 9.555,
      zoom: 9.5,
    },
  });
  // The button keeps the focus.
  expect(screen.getByRole('button', { name: 'Open the map here: Liechtenstein' })).toHaveFocus();
});

test('a view that could not be saved says why', async () => {
  apiServer.on(saveConfig, () => createProblemResponse('server.failed'));
  const { person } = await openMapStep([createTestMapArchive()]);
  await person.press('button', 'Open the map here: Liechtenstein');
  expect(await screen.findByText(/^Something went wrong/)).toHaveAttribute('role', 'alert');
  expect(screen.queryByText('The map of the site opens here.')).toBeNull();
});

test('a site with the map of an external service says what that service sees', async () => {
  apiServer.on(listMapArchives, () => createTestPage([]));
  await renderScreen('/settings/setup', {
    account: adminAccount,
    config: { map: { default_view: { ...defaultMap.default_view, basemap: 'streets' } } },
  });
  expect(await screen.findByText(/^An external service provides the map of this site/)).toBeVisible();
});
