import { screen } from '@testing-library/dom';
import { listCategories, readCategory } from '@waypost/contract/categories/categories';
import { listCollections } from '@waypost/contract/collections/collections';
import { listPosts } from '@waypost/contract/posts/posts';
import { listAttributes } from '@waypost/contract/surveys/attributes';
import { listSurveys, readSurvey } from '@waypost/contract/surveys/surveys';
import { listTasks } from '@waypost/contract/surveys/tasks';
import { listPermissions } from '@waypost/contract/users/roles';
import { listUsers } from '@waypost/contract/users/users';
import { beforeEach, expect, test } from 'vitest';
import { findAccessibilityViolations } from '../../../testing/accessibility.ts';
import { createProblemResponse } from '../../../testing/fake-api-server.ts';
import { apiServer, renderScreen } from '../../../testing/render-screen.tsx';
import { findDialog } from '../../../testing/screen-user.ts';
import {
  adminAccount,
  createTestAttribute,
  createTestCategory,
  createTestCollection,
  createTestPage,
  createTestPost,
  createTestSurvey,
  createTestTask,
  createTestUser,
} from '../../../testing/test-entities.ts';

beforeEach(() => {
  apiServer.on(listCategories, () =>
    createTestPage([
      createTestCategory(),
      createTestCategory({ id: 2, tag: 'Bridges', parent: { id: 1, url: '' } }),
    ]),
  );
  apiServer.on(readCategory, () => createTestCategory());
  apiServer.on(listCollections, () => createTestPage([createTestCollection()]));
  apiServer.on(listPosts, () => createTestPage([createTestPost()]));
  apiServer.on(listPermissions, () =>
    createTestPage([{ id: 1, url: '', name: 'Manage Posts', description: null, allowed_privileges: [] }]),
  );
  apiServer.on(listSurveys, () => createTestPage([createTestSurvey()]));
  apiServer.on(listUsers, () => createTestPage([createTestUser()]));
});

test.each([
  ['/settings/categories', () => screen.findByRole('link', { name: 'Roads' })],
  ['/settings/categories/create', () => screen.findByRole('textbox', { name: 'Name' })],
  ['/settings/roles/create', () => screen.findByRole('checkbox', { name: 'Manage reports' })],
  ['/settings/users', () => screen.findByRole('list', { name: 'Users' })],
  ['/settings/users/create', () => screen.findByRole('textbox', { name: 'Email' })],
  ['/settings/surveys/create', () => screen.findByRole('button', { name: 'Add survey' })],
])('%s has no accessibility violations', async (address, isThere) => {
  await renderScreen(address, { account: adminAccount });
  await isThere();
  expect(await findAccessibilityViolations()).toEqual([]);
});

test('a list of reports on a phone and its filters have no accessibility violations', async () => {
  const person = await renderScreen('/collections', { width: 390 });
  await screen.findByRole('link', { name: /Floods/ });
  expect(await findAccessibilityViolations()).toEqual([]);
  await person.press('button', 'More');
  await screen.findByRole('menu');
  expect(await findAccessibilityViolations()).toEqual([]);
});

test('a delete confirmation has no accessibility violations', async () => {
  const person = await renderScreen('/settings/categories/1', { account: adminAccount });
  await person.press('button', 'Delete category');
  await findDialog();
  expect(await findAccessibilityViolations()).toEqual([]);
});

test('a list with an error has no accessibility violations', async () => {
  apiServer.on(listUsers, () => createProblemResponse('request.too-many'));
  await renderScreen('/settings/users', { account: adminAccount });
  await screen.findByRole('alert');
  expect(await findAccessibilityViolations()).toEqual([]);
});

test('a report form with every field type and with errors has no accessibility violations', async () => {
  apiServer.on(readSurvey, () => createTestSurvey());
  apiServer.on(listTasks, () => createTestPage([createTestTask()]));
  apiServer.on(listAttributes, () =>
    createTestPage([
      createTestAttribute({ key: 'title', label: 'Title', type: 'title', required: true }),
      createTestAttribute({ label: 'Number', input: 'number', type: 'int', required: true }),
      createTestAttribute({ label: 'Side', input: 'radio', options: ['Left', 'Right'] }),
      createTestAttribute({ label: 'Seen', input: 'checkbox', options: ['Smoke', 'Fire'], required: true }),
      createTestAttribute({ label: 'Kind', input: 'select', options: ['Old', 'New'] }),
      createTestAttribute({ label: 'Day', input: 'date', type: 'datetime' }),
      createTestAttribute({ label: 'Photo', input: 'upload', type: 'media' }),
      createTestAttribute({ label: 'Video', input: 'video', instructions: 'From the street' }),
      createTestAttribute({ label: 'About', input: 'tags', type: 'tags' }),
      createTestAttribute({ label: 'Words', input: 'markdown', type: 'markdown', cardinality: 0 }),
    ]),
  );
  const person = await renderScreen('/posts/create/1/noui');
  await screen.findByRole('checkbox', { name: 'Roads' });
  await person.press('button', 'Send report');
  await screen.findByText(/answers need your attention/);
  expect(await findAccessibilityViolations()).toEqual([]);
});
