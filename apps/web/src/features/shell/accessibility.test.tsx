import { screen } from '@testing-library/dom';
import { listAttributes } from '@waypost/contract/attributes';
import { listCategories, readCategory } from '@waypost/contract/categories';
import { listCollections } from '@waypost/contract/collections';
import { listPosts } from '@waypost/contract/posts';
import { listPermissions } from '@waypost/contract/roles';
import { listSurveys, readSurvey } from '@waypost/contract/surveys';
import { listTasks } from '@waypost/contract/tasks';
import { listUsers } from '@waypost/contract/users';
import { beforeEach, expect, test } from 'vitest';
import { accessibilityProblems } from '../../testing/accessibility.ts';
import { problem } from '../../testing/api-server.ts';
import { findDialog } from '../../testing/person.ts';
import {
  admin,
  attribute,
  category,
  collection,
  page,
  post,
  survey,
  task,
  user,
} from '../../testing/records.ts';
import { renderScreen, server } from '../../testing/render-screen.tsx';

beforeEach(() => {
  server.on(listCategories, () =>
    page([category(), category({ id: 2, tag: 'Bridges', parent: { id: 1, url: '' } })]),
  );
  server.on(readCategory, () => category());
  server.on(listCollections, () => page([collection()]));
  server.on(listPosts, () => page([post()]));
  server.on(listPermissions, () =>
    page([{ id: 1, url: '', name: 'Manage Posts', description: null, allowed_privileges: [] }]),
  );
  server.on(listSurveys, () => page([survey()]));
  server.on(listUsers, () => page([user()]));
});

test.each([
  ['/settings/categories', () => screen.findByRole('link', { name: 'Roads' })],
  ['/settings/categories/create', () => screen.findByRole('textbox', { name: 'Name' })],
  ['/settings/roles/create', () => screen.findByRole('checkbox', { name: 'Manage posts' })],
  ['/settings/users', () => screen.findByRole('list', { name: 'Users' })],
  ['/settings/users/create', () => screen.findByRole('textbox', { name: 'Email' })],
  ['/settings/surveys/create', () => screen.findByRole('button', { name: 'Add survey' })],
])('%s keeps the rules of accessibility', async (address, isThere) => {
  await renderScreen(address, { as: admin });
  await isThere();
  expect(await accessibilityProblems()).toEqual([]);
});

test('so does a list of reports on a phone, and its filters', async () => {
  const person = await renderScreen('/collections', { width: 390 });
  await screen.findByRole('link', { name: /Floods/ });
  expect(await accessibilityProblems()).toEqual([]);
  await person.press('button', 'More');
  await screen.findByRole('menu');
  expect(await accessibilityProblems()).toEqual([]);
});

test('so does a question before something is deleted', async () => {
  const person = await renderScreen('/settings/categories/1', { as: admin });
  await person.press('button', 'Delete category');
  await findDialog();
  expect(await accessibilityProblems()).toEqual([]);
});

test('so does a list that could not be read', async () => {
  server.on(listUsers, () => problem('request.too-many'));
  await renderScreen('/settings/users', { as: admin });
  await screen.findByRole('alert');
  expect(await accessibilityProblems()).toEqual([]);
});

test('so does a report form with each kind of field, and with faults', async () => {
  server.on(readSurvey, () => survey());
  server.on(listTasks, () => page([task()]));
  server.on(listAttributes, () =>
    page([
      attribute({ key: 'title', label: 'Title', type: 'title', required: true }),
      attribute({ label: 'Number', input: 'number', type: 'int', required: true }),
      attribute({ label: 'Side', input: 'radio', options: ['Left', 'Right'] }),
      attribute({ label: 'Seen', input: 'checkbox', options: ['Smoke', 'Fire'], required: true }),
      attribute({ label: 'Kind', input: 'select', options: ['Old', 'New'] }),
      attribute({ label: 'Day', input: 'date', type: 'datetime' }),
      attribute({ label: 'Photo', input: 'upload', type: 'media' }),
      attribute({ label: 'Video', input: 'video', instructions: 'From the street' }),
      attribute({ label: 'About', input: 'tags', type: 'tags' }),
      attribute({ label: 'Words', input: 'markdown', type: 'markdown', cardinality: 0 }),
    ]),
  );
  const person = await renderScreen('/posts/create/1/noui');
  await screen.findByRole('checkbox', { name: 'Roads' });
  await person.press('button', 'Send report');
  await screen.findByText(/answers need another look/);
  expect(await accessibilityProblems()).toEqual([]);
});
