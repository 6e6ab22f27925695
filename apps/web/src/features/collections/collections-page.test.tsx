import { screen, within } from '@testing-library/dom';
import { createCollection, listCollections } from '@waypost/contract/collections/collections';
import { expect, test } from 'vitest';
import { createProblemResponse, createValidationResponse } from '../../testing/fake-api-server.ts';
import { apiServer, renderScreen, type ScreenOptions } from '../../testing/render-screen.tsx';
import { findDialog, waitForFocus } from '../../testing/screen-user.ts';
import {
  adminAccount,
  createTestCollection,
  createTestPage,
  memberAccount,
} from '../../testing/test-entities.ts';

const open = (options: ScreenOptions = {}) => renderScreen('/collections', { width: 390, ...options });

async function openDialog(viewer = memberAccount) {
  apiServer.on(listCollections, () => createTestPage([createTestCollection()]));
  const person = await open({ account: viewer });
  await person.press('button', 'New collection');
  const dialog = await findDialog('New collection');
  return { person, dialog };
}

test('without any, a visitor is not asked to make one', async () => {
  apiServer.on(listCollections, () => createTestPage([]));
  await open();
  expect(await screen.findByText('No collections yet')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'New collection' })).toBeNull();
});

test('a list that cannot be read is asked for again', async () => {
  let isDown = true;
  apiServer.on(listCollections, () =>
    isDown ? createProblemResponse('request.too-many') : createTestPage([createTestCollection()]),
  );
  const person = await open();
  await screen.findByRole('button', { name: 'Try again' });
  isDown = false;
  await person.press('button', 'Try again');
  expect(await screen.findByRole('link', { name: /Floods/ })).toBeVisible();
});

test('no name that matches says so with the words that were looked for', async () => {
  apiServer.on(listCollections, ({ query }) =>
    query.q ? createTestPage([]) : createTestPage([createTestCollection()]),
  );
  const person = await open();
  await screen.findByRole('link', { name: /Floods/ });
  await person.fill('Search collections', 'zebra', 'searchbox');
  expect(await screen.findByText(/”\. Try part of the name/)).toHaveTextContent('zebra');
});

test('more are fetched when they are asked for', async () => {
  apiServer.on(listCollections, ({ query }) =>
    query.offset
      ? createTestPage([createTestCollection({ id: 2, name: 'Fires' })], 2)
      : createTestPage([createTestCollection()], 2),
  );
  const person = await open();
  await person.press('button', 'Show more');
  expect(await screen.findByRole('link', { name: /Fires/ })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
});

test('the window of a new one has the focus in its name; Escape gives it back', async () => {
  const { person, dialog } = await openDialog();
  await waitForFocus(dialog.getByRole('textbox', { name: 'Name' }));
  await person.keyboard('{Escape}');
  await waitForFocus(await screen.findByRole('button', { name: 'New collection' }));
});

test('a name that the server refuses is told at the name, and the description stays', async () => {
  apiServer.on(createCollection, () => createValidationResponse({ field: 'name', rule: 'taken' }));
  const { person, dialog } = await openDialog();
  await person.fill('Name', 'Floods');
  await person.fill('Description', 'Of this spring');
  await person.press('button', 'Create');
  await dialog.findByText(/already in use/);
  expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveAccessibleDescription(/already in use/);
  expect(dialog.getByRole('textbox', { name: 'Description' })).toHaveValue('Of this spring');
});

test('one for some roles cannot be made before a role is selected', async () => {
  const { person, dialog } = await openDialog();
  await person.fill('Name', 'Floods');
  await person.press('radio', 'Specific roles');
  expect(dialog.getByRole('button', { name: 'Create' })).toBeDisabled();
  await person.press('checkbox', 'Reviewer');
  expect(dialog.getByRole('button', { name: 'Create' })).toBeEnabled();
});

test('only who manages posts or collections may feature one', async () => {
  const { dialog } = await openDialog();
  expect(dialog.queryByRole('checkbox', { name: 'Featured' })).toBeNull();
  const { dialog: ofAdmin } = await openDialog(adminAccount);
  expect(ofAdmin.getByRole('checkbox', { name: 'Featured' })).toBeVisible();
});

test('a server that is out is told in the window, which stays', async () => {
  apiServer.on(createCollection, () => createProblemResponse('server.full'));
  const { person, dialog } = await openDialog();
  await person.fill('Name', 'Floods');
  await person.press('button', 'Create');
  expect(await dialog.findByRole('alert')).toHaveTextContent(
    /The server is out of storage space\. Try again later, and tell the people who run it/,
  );
  expect(within(screen.getByRole('dialog')).getByRole('textbox', { name: 'Name' })).toHaveValue('Floods');
});
