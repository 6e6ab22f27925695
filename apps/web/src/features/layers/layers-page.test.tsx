import { screen, within } from '@testing-library/dom';
import { layerLimits } from '@waypost/contract/layers/layer-limits';
import {
  createLayer,
  deleteLayer,
  type Layer,
  listLayers,
  replaceLayerFile,
  updateLayer,
  uploadLayer,
} from '@waypost/contract/layers/layers';
import { expect, test } from 'vitest';
import { createProblemResponse, createValidationResponse } from '../../testing/fake-api-server.ts';
import { apiServer, renderScreen } from '../../testing/render-screen.tsx';
import { findDialog } from '../../testing/screen-user.ts';
import { adminAccount, createTestLayer, createTestPage } from '../../testing/test-entities.ts';

const open = (layers: readonly Layer[]) => {
  apiServer.on(listLayers, () => createTestPage([...layers]));
  return renderScreen('/settings/layers', { account: adminAccount });
};
const address = 'https://example.org/rivers.geojson';

test('the list says of each layer whether it is shown, and why it could not be fetched', async () => {
  const failure = { rule: 'archiveStatus', params: { status: 404 } };
  const empty = { size: null, features: null, received: null, pending: false, failure: null };
  await open([
    createTestLayer(),
    createTestLayer({ id: 2, position: 1, name: 'Rivers', data_url: address, data: { ...empty, failure } }),
    createTestLayer({
      id: 3,
      position: 2,
      name: 'New',
      data_url: address,
      data: { ...empty, pending: true },
    }),
    createTestLayer({ id: 4, position: 3, name: 'Old', type: 'wms', data: null }),
    createTestLayer({ id: 5, position: 4, name: 'Off', active: false }),
  ]);
  const list = await screen.findByRole('list', { name: 'Map layers' });
  const texts = within(list)
    .getAllByRole('listitem')
    .map((row) => row.textContent);
  // What is drawn on top comes first.
  expect(texts[0]).toContain('OffTurned off');
  expect(texts[1]).toContain('The map cannot show this layer.');
  expect(texts[2]).toContain('Fetching the file');
  expect(texts[3]).toMatch(/Could not be fetched\. .*does not have the file \(status 404\)/);
  expect(texts[4]).toContain('ClinicsShown from the startEntries: 70 · 15 kB');
  expect(screen.queryByRole('button', { name: 'Edit Old' })).toBeNull();
});

test('an empty list says how to get the first layer', async () => {
  await open([]);
  expect(await screen.findByText('No layers yet')).toBeVisible();
});

test('a list that cannot be loaded offers to try again', async () => {
  apiServer.on(listLayers, () => createProblemResponse('entity.not-found'));
  await renderScreen('/settings/layers', { account: adminAccount });
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
});

test('a file is sent with its look; what the server refuses is said at the file', async () => {
  const person = await open([]);
  const bodies: unknown[] = [];
  apiServer.on(uploadLayer, ({ body }) => {
    bodies.push(body);
    return bodies.length === 1
      ? createValidationResponse({ field: 'file', rule: 'geojsonPlace', params: { number: 3 } })
      : createTestLayer();
  });
  await person.press('button', 'Add layer');
  const dialog = await findDialog('Add layer');
  await person.click(dialog.getByRole('button', { name: 'Add layer' }));
  expect(await dialog.findByText('GeoJSON file is required.')).toBeVisible();
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('no file input');
  await person.upload(input, new File(['{}'], 'clinics.geojson'));
  expect(dialog.getByRole('textbox', { name: /^Name/ })).toHaveValue('clinics');
  await person.type(dialog.getByRole('textbox', { name: /Source/ }), 'Ministry');
  await person.click(dialog.getByRole('checkbox', { name: 'Show from the start' }));
  await person.click(dialog.getByRole('button', { name: 'Add layer' }));
  expect(await dialog.findByText(/has a place outside the world, in entry 3/)).toBeVisible();
  await person.click(dialog.getByRole('button', { name: 'Add layer' }));
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect(bodies).toHaveLength(2);
});

test('another file replaces the one of a layer; what the server refuses is said at the file', async () => {
  const person = await open([createTestLayer()]);
  const paths: string[] = [];
  apiServer.on(replaceLayerFile, ({ params }) => {
    paths.push(JSON.stringify(params));
    return paths.length === 1
      ? createValidationResponse({ field: 'file', rule: 'geojsonEmpty' })
      : createTestLayer();
  });
  const changes: unknown[] = [];
  apiServer.on(updateLayer, ({ body }) => {
    changes.push(body);
    return createTestLayer();
  });
  await person.press('button', 'Edit Clinics');
  const dialog = await findDialog('Edit layer');
  expect(dialog.getByText('Choose another file')).toBeVisible();
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('no file input');
  await person.upload(input, new File(['{}'], 'empty.geojson'));
  await person.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText('GeoJSON file contains no places.')).toBeVisible();
  expect(changes).toEqual([]);
  await person.upload(input, new File(['{"type":"Point"}'], 'clinics.geojson'));
  await person.click(dialog.getByRole('button', { name: 'Save' }));
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect([paths.length, changes.length]).toEqual([2, 1]);
});

test('a file that is too large is refused with the limit, before it is sent', async () => {
  const person = await open([]);
  await person.press('button', 'Add layer');
  const dialog = await findDialog('Add layer');
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('no file input');
  const file = new File(['x'], 'world.json');
  Object.defineProperty(file, 'size', { value: layerLimits.bytes + 1 });
  await person.upload(input, file);
  expect(await dialog.findByText(/is too large. The limit is 10 MB/)).toBeVisible();
  await person.click(dialog.getByRole('button', { name: 'Add layer' }));
  expect(dialog.getByText(/The limit is 10 MB/)).toBeVisible();
});

test('a layer at an address says who learns what, and is added with its interval', async () => {
  const person = await open([]);
  const bodies: unknown[] = [];
  apiServer.on(createLayer, ({ body }) => {
    bodies.push(body);
    return createTestLayer();
  });
  await person.press('button', 'Add layer');
  const dialog = await findDialog('Add layer');
  await person.selectOptions(
    dialog.getByRole('combobox', { name: 'Where is the data?' }),
    'At a web address',
  );
  expect(dialog.getByText(/The other server doesn't learn who looks at the map/)).toBeVisible();
  await person.type(dialog.getByRole('textbox', { name: /Web address/ }), 'javascript:alert(1)');
  await person.type(dialog.getByRole('textbox', { name: /^Name/ }), 'Rivers');
  await person.click(dialog.getByRole('button', { name: 'Add layer' }));
  expect(await dialog.findByText(/Web address must be a/)).toBeVisible();
  await person.clear(dialog.getByRole('textbox', { name: /Web address/ }));
  await person.type(dialog.getByRole('textbox', { name: /Web address/ }), address);
  await person.selectOptions(dialog.getByRole('combobox', { name: 'Fetch it again' }), 'Every day');
  await person.click(dialog.getByRole('button', { name: 'Add layer' }));
  await expect
    .poll(() => bodies)
    .toEqual([
      {
        name: 'Rivers',
        type: 'geojson',
        data_url: address,
        refresh_minutes: 1440,
        active: true,
        visible_by_default: true,
        options: { color: '#2274B4', opacity: 1, attribution: '' },
      },
    ]);
});

test('a service says who learns what, and needs its placeholders or layers', async () => {
  const person = await open([]);
  const bodies: unknown[] = [];
  apiServer.on(createLayer, ({ body }) => {
    bodies.push(body);
    return createTestLayer();
  });
  const add = async (source: string, url: string, layers?: string) => {
    await person.press('button', 'Add layer');
    const dialog = await findDialog('Add layer');
    await person.selectOptions(dialog.getByRole('combobox', { name: 'Where is the data?' }), source);
    expect(dialog.getByText(/The service learns which areas are looked at, but not by whom/)).toBeVisible();
    await person.type(dialog.getByRole('textbox', { name: /^Name/ }), 'Roads');
    const field = dialog.getByRole('textbox', { name: /Web address/ });
    await person.type(field, 'https://example.org/');
    const submit = () => person.click(dialog.getByRole('button', { name: 'Add layer' }));
    await submit();
    const missing = layers === undefined ? /needs the placeholders/ : 'Layers of the service is required.';
    expect(await dialog.findByText(missing)).toBeVisible();
    await person.clear(field);
    await person.paste(url);
    if (layers) await person.type(dialog.getByRole('textbox', { name: /Layers of the service/ }), layers);
    else await person.click(dialog.getByRole('checkbox', { name: 'Offer as a base map' }));
    await submit();
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  };
  await add('Tiles of a map service (XYZ, WMTS)', 'https://example.org/{z}/{x}/{y}.png?key=1');
  await add('Map service (WMS)', 'https://example.org/wms', 'roads,names');
  const look = { opacity: 1, attribution: '' };
  expect(bodies).toMatchObject([
    {
      type: 'tile',
      data_url: 'https://example.org/{z}/{x}/{y}.png?key=1',
      options: look,
      is_base_map: true,
    },
    {
      type: 'wms',
      data_url: 'https://example.org/wms',
      is_base_map: false,
      options: { ...look, layers: 'roads,names' },
    },
  ]);
});

test('a base map at a TileJSON document is listed as one, and edited', async () => {
  const streets = createTestLayer({
    name: 'Streets',
    type: 'tilejson',
    data_url: 'https://example.org/tiles.json',
    is_base_map: true,
  });
  const person = await open([streets]);
  const bodies: unknown[] = [];
  apiServer.on(updateLayer, ({ body }) => {
    bodies.push(body);
    return streets;
  });
  expect(await screen.findByText('Base map · Shown from the start')).toBeVisible();
  await person.press('button', 'Edit Streets');
  const dialog = await findDialog('Edit layer');
  expect(dialog.getByText(/The address of the TileJSON document/)).toBeVisible();
  await person.click(dialog.getByRole('checkbox', { name: 'Offer as a base map' }));
  await person.click(dialog.getByRole('button', { name: 'Save' }));
  await expect.poll(() => bodies).toMatchObject([{ data_url: streets.data_url, is_base_map: false }]);
});

test('a layer is edited, moved, turned off and deleted; options of other clients stay', async () => {
  const rivers = createTestLayer({
    id: 2,
    position: 1,
    name: 'Rivers',
    data_url: address,
    options: { layers: 'rivers', opacity: 0.5 },
  });
  let layers = [createTestLayer(), rivers];
  const person = await open(layers);
  apiServer.on(listLayers, () => createTestPage(layers));
  const bodies: unknown[] = [];
  apiServer.on(updateLayer, ({ params, body }) => {
    bodies.push([params.id, body]);
    return rivers;
  });
  apiServer.on(deleteLayer, () => {
    layers = layers.slice(0, 1);
    return rivers;
  });
  await person.press('switch', 'Offer Rivers on the map');
  await person.press('button', 'Move Rivers down');
  await person.press('button', 'Edit Rivers');
  const dialog = await findDialog('Edit layer');
  await person.clear(dialog.getByRole('textbox', { name: /^Name/ }));
  await person.type(dialog.getByRole('textbox', { name: /^Name/ }), 'Lakes');
  await person.click(dialog.getByRole('button', { name: 'Save' }));
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  await person.press('button', 'Delete Rivers');
  await findDialog('Delete Rivers?');
  await person.press('button', 'Delete layer');
  await expect.poll(() => screen.queryByText('Rivers')).toBeNull();
  const look = { color: '#2274B4', opacity: 0.5, attribution: '' };
  expect(bodies).toEqual([
    [2, { active: false }],
    [2, { position: 0 }],
    [
      2,
      {
        name: 'Lakes',
        visible_by_default: true,
        data_url: address,
        refresh_minutes: 60,
        options: { layers: 'rivers', ...look },
      },
    ],
  ]);
});

test('a style says that it looks the same in light and dark, is added without opacity, and fetched again', async () => {
  const data_url = 'https://example.org/style.json?key=1';
  const data = { size: 40_000, features: null, received: '2026-01-01T00:00:00+00:00', failure: null };
  const isPending = { value: false };
  const createStyle = () =>
    createTestLayer({
      name: 'Streets',
      type: 'style',
      data_url,
      is_base_map: true,
      data: { ...data, pending: isPending.value },
    });
  const person = await open([createStyle()]);
  const bodies: unknown[] = [];
  apiServer.on(createLayer, ({ body }) => {
    bodies.push(body);
    return createStyle();
  });
  expect(await screen.findByText(/^40 kB · Fetched:/)).toBeVisible();
  await person.press('button', 'Add layer');
  const dialog = await findDialog('Add layer');
  await person.selectOptions(
    dialog.getByRole('combobox', { name: 'Where is the data?' }),
    'Map style (MapLibre)',
  );
  expect(dialog.getByText(/looks the same in light and dark mode.* by whom/)).toBeVisible();
  expect(dialog.queryByRole('combobox', { name: 'Opacity' })).toBeNull();
  expect(dialog.queryByRole('checkbox', { name: 'Offer as a base map' })).toBeNull();
  await person.type(dialog.getByRole('textbox', { name: /^Name/ }), 'Streets');
  await person.type(dialog.getByRole('textbox', { name: /Web address/ }), data_url);
  await person.click(dialog.getByRole('button', { name: 'Add layer' }));
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect(bodies).toEqual([
    {
      name: 'Streets',
      data_url,
      refresh_minutes: 60,
      visible_by_default: true,
      type: 'style',
      options: { attribution: '' },
      active: true,
    },
  ]);
  const changes: unknown[] = [];
  apiServer.on(updateLayer, ({ body }) => {
    changes.push(body);
    isPending.value = true;
    return createStyle();
  });
  apiServer.on(listLayers, () => createTestPage([createStyle()]));
  await person.press('button', 'Fetch Streets again');
  expect(await screen.findByText('Fetching the file')).toBeVisible();
  expect(changes).toEqual([{ data_url }]);
});
