import { screen, within } from '@testing-library/dom';
import { listPosts } from '@waypost/contract/posts/posts';
import { readUser } from '@waypost/contract/users/users';
import { expect, test } from 'vitest';
import { createForeignResponse } from '../../testing/fake-api-server.ts';
import { apiServer, renderScreen } from '../../testing/render-screen.tsx';
import {
  adminAccount,
  createTestPage,
  createTestPost,
  createTestUser,
  memberAccount,
} from '../../testing/test-entities.ts';

const author = { id: 7, url: '/api/v3/users/7', realname: 'Ines Ortega' };
const posts = [createTestPost({ id: 31, title: 'Bridge closed', user: author })];

test('who may read the account sees its role and contacts, and reaches its settings and reports', async () => {
  const contact = { id: '1', user_id: '7', data_source: null, type: 'phone', contact: '+254711000001' };
  const user = createTestUser({
    id: 7,
    realname: 'Ines Ortega',
    contacts: [{ ...contact, created: '1554202800', updated: null, can_notify: '1' }],
    allowed_privileges: ['read', 'update'],
  });
  apiServer.on(readUser, () => user);
  apiServer.on(listPosts, () => createTestPage(posts, 40));
  await renderScreen('/users/7', { account: adminAccount });
  expect(await screen.findByRole('heading', { level: 1, name: 'Ines Ortega' })).toBeVisible();
  expect(screen.getByText('+254711000001')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Edit account' })).toHaveAttribute('href', '/settings/users/7');
  const reports = within(screen.getByRole('region', { name: 'Reports 40' }));
  expect(reports.getByRole('link', { name: 'Bridge closed' })).toBeVisible();
  expect(reports.getByRole('link', { name: 'Show all in the list' }).getAttribute('href')).toContain(
    'user=7',
  );
  expect(apiServer.requests(listPosts).at(-1)?.query).toMatchObject({ user: [7] });
});

test('who may not read the account sees the name and the reports that are public', async () => {
  apiServer.on(readUser, () => createForeignResponse(403));
  apiServer.on(listPosts, () => createTestPage(posts));
  await renderScreen('/users/7', { account: memberAccount });
  expect(await screen.findByRole('heading', { level: 1, name: 'Ines Ortega' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Bridge closed' })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Edit account' })).toBeNull();
});

test('an account without anything to see is not told from one that does not exist', async () => {
  apiServer.on(listPosts, () => createTestPage([]));
  await renderScreen('/users/7');
  expect(await screen.findByText("That URL doesn't exist")).toBeVisible();
  expect(apiServer.requests(readUser)).toHaveLength(0);
});
