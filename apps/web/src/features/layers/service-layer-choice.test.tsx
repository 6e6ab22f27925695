import { screen } from '@testing-library/dom';
import { createLayer, listLayers } from '@waypost/contract/layers/layers';
import {
  findServiceLayers,
  type ServiceLayer,
  type ServiceLayers,
} from '@waypost/contract/layers/service-layers';
import { expect, test } from 'vitest';
import { createValidationResponse } from '../../testing/fake-api-server.ts';
import { apiServer, renderScreen } from '../../testing/render-screen.tsx';
import { findDialog } from '../../testing/screen-user.ts';
import { adminAccount, createTestLayer, createTestPage } from '../../testing/test-entities.ts';

async function openDialog(source: string, address: string) {
  apiServer.on(listLayers, () => createTestPage([]));
  const person = await renderScreen('/settings/layers', { account: adminAccount });
  await person.press('button', 'Add layer');
  const dialog = await findDialog('Add layer');
  await person.selectOptions(dialog.getByRole('combobox', { name: 'Where is the data?' }), source);
  const list = dialog.getByRole('button', { name: 'List the layers of this service' });
  expect(list).toBeDisabled();
  await person.type(dialog.getByRole('textbox', { name: /Web address/ }), address);
  return { person, dialog, list };
}

const answerOf = (layers: ServiceLayer[], unsupported: string[] = []): ServiceLayers => ({
  layers,
  layer_count: layers.length,
  unsupported,
  unsupported_count: unsupported.length,
});

test('a layer of a WMTS is chosen from a list, which names those that cannot be shown', async () => {
  const { person, dialog, list } = await openDialog(
    'Tiles of a map service (XYZ, WMTS)',
    'https://example.org/wmts',
  );
  const bodies: unknown[] = [];
  apiServer.on(findServiceLayers, ({ body }) => {
    bodies.push(body);
    const address = 'https://example.org/roads/{z}/{y}/{x}.png';
    return answerOf([{ name: 'roads', title: 'Roads of the town', address }], ['Polar']);
  });
  apiServer.on(createLayer, ({ body }) => {
    bodies.push(body);
    return createTestLayer();
  });
  await person.click(list);
  expect(await dialog.findByText(/Not in the projection of web maps \(EPSG:3857\).*Polar/)).toBeVisible();
  await person.selectOptions(dialog.getByRole('combobox', { name: 'Choose a layer' }), 'Roads of the town');
  expect(dialog.getByRole('textbox', { name: /^Name/ })).toHaveValue('Roads of the town');
  await person.click(dialog.getByRole('button', { name: 'Add layer' }));
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect(bodies).toMatchObject([
    { type: 'tile', data_url: 'https://example.org/wmts' },
    { type: 'tile', data_url: 'https://example.org/roads/{z}/{y}/{x}.png', name: 'Roads of the town' },
  ]);
});

test('layers of a WMS are chosen too; what is wrong with a service is said at its address', async () => {
  const { person, dialog, list } = await openDialog('Map service (WMS)', 'https://example.org/wms');
  apiServer.on(findServiceLayers, () =>
    createValidationResponse({ field: 'data_url', rule: 'layerCapabilities', params: {} }),
  );
  await person.click(list);
  expect(
    await dialog.findByText(/^Web address does not lead to a service that lists its layers/),
  ).toBeVisible();
  apiServer.on(findServiceLayers, () => answerOf([{ name: 'town:roads', title: 'Roads', address: null }]));
  await person.click(list);
  await person.selectOptions(await dialog.findByRole('combobox', { name: 'Choose a layer' }), 'Roads');
  expect(dialog.getByRole('textbox', { name: /Layers of the service/ })).toHaveValue('town:roads');
  apiServer.on(findServiceLayers, () => answerOf([]));
  await person.click(list);
  expect(await dialog.findByText('The map cannot show any layer of this service.')).toBeVisible();
});

test('of very many layers, the first are listed, and others are found by a word', async () => {
  const { person, dialog, list } = await openDialog(
    'Tiles of a map service (XYZ, WMTS)',
    'https://example.org/wmts',
  );
  const bodies: unknown[] = [];
  apiServer.on(findServiceLayers, ({ body }) => {
    bodies.push(body);
    const { q } = body;
    if (q === 'nothing') return answerOf([]);
    const name = q ?? 'First';
    const answer = answerOf(
      [{ name, title: name, address: 'https://example.org/{z}/{y}/{x}.png' }],
      ['Polar'],
    );
    return q === undefined ? { ...answer, layer_count: 100_000, unsupported_count: 300 } : answer;
  });
  await person.click(list);
  expect(await dialog.findByText(/Listed: 1 of 100,000 layers/)).toBeVisible();
  expect(dialog.getByText(/Polar, … \(300\)$/)).toBeVisible();
  await person.selectOptions(dialog.getByRole('combobox', { name: 'Choose a layer' }), 'First');
  const field = dialog.getByRole('searchbox', { name: 'Search the layers of this service' });
  await person.type(field, 'Roads{Enter}');
  expect(await dialog.findByRole('option', { name: 'Roads' })).toBeVisible();
  expect(field).toHaveFocus();
  expect(dialog.queryByText(/Listed/)).toBeNull();
  await person.clear(field);
  await person.type(field, 'nothing');
  await person.click(dialog.getByRole('button', { name: 'Search' }));
  expect(await dialog.findByText('No layers found. Try another word.')).toBeVisible();
  const service = { type: 'tile', data_url: 'https://example.org/wmts' };
  expect(bodies).toEqual([service, { ...service, q: 'Roads' }, { ...service, q: 'nothing' }]);
});
