import { fireEvent, screen } from '@testing-library/dom';
import { listCategories } from '@waypost/contract/categories/categories';
import { listCollections } from '@waypost/contract/collections/collections';
import { listPosts } from '@waypost/contract/posts/posts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createProblemResponse } from '../../../testing/fake-api-server.ts';
import { apiServer, renderScreen } from '../../../testing/render-screen.tsx';
import {
  adminAccount,
  createTestAccount,
  createTestCategory,
  createTestPage,
  memberAccount,
} from '../../../testing/test-entities.ts';

let isOnline = true;
function setOnline(value: boolean): void {
  isOnline = value;
  fireEvent(window, new Event(value ? 'online' : 'offline'));
}
Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => isOnline });

beforeEach(() => apiServer.on(listCollections, () => createTestPage([])));
afterEach(() => setOnline(true));

test('without a connection every screen says so until it is back', async () => {
  await renderScreen('/collections', { width: 390 });
  await screen.findByText('No collections yet');
  setOnline(false);
  expect(await screen.findByText(/You are offline/)).toBeVisible();
  setOnline(true);
  await expect.poll(() => screen.queryByText(/You are offline/)).toBeNull();
});

test('a server that cannot answer is told on the screen, and the screen comes back by itself', async () => {
  let isDown = true;
  apiServer.on(listCategories, () =>
    isDown ? createProblemResponse('server.no-database') : createTestPage([createTestCategory()]),
  );
  await renderScreen('/settings/categories', { account: adminAccount });
  expect(await screen.findByText(/The server cannot answer just now/)).toBeVisible();
  isDown = false;
  expect(await screen.findByRole('link', { name: 'Roads' })).toBeVisible();
  await expect.poll(() => screen.queryByText(/The server cannot answer just now/)).toBeNull();
});

test('messages are offered to who manages posts alone', async () => {
  await renderScreen('/collections', { account: memberAccount });
  await screen.findByRole('link', { name: 'Collections' });
  expect(screen.queryByRole('link', { name: 'Messages' })).toBeNull();
  await renderScreen('/collections', {
    account: createTestAccount({ role: 'reviewer', permissions: ['Manage Posts'] }),
  });
  expect(await screen.findByRole('link', { name: 'Messages' })).toBeVisible();
});

test('settings offer only what the role opens', async () => {
  await renderScreen('/settings', {
    account: createTestAccount({ role: 'people', permissions: ['Manage Users'] }),
  });
  const links = await screen.findAllByRole('link', { name: /Users/ });
  expect(links.length).toBeGreaterThan(0);
  expect(screen.queryByRole('link', { name: /^Audit log/ })).toBeNull();
  expect(screen.queryByRole('link', { name: /^Surveys/ })).toBeNull();
});

test('an account that a private site does not let in is told so', async () => {
  await renderScreen('/collections', { account: memberAccount, config: { site: { private: true } } });
  expect(await screen.findByText('Your account may not see this deployment yet')).toBeVisible();
  expect(apiServer.requests(listCollections)).toHaveLength(0);
});

test('an address that nothing has says so', async () => {
  await renderScreen('/nothing/here');
  expect(await screen.findByText("That URL doesn't exist")).toBeVisible();
});

test('a view that the plan does not have says so instead', async () => {
  const views = {
    data: false,
    map: true,
    list: true,
    chart: true,
    timeline: true,
    activity: true,
    plan: false,
  };
  apiServer.on(listPosts, () => createTestPage([]));
  await renderScreen('/views/data', { width: 390, config: { features: { views } } });
  expect(await screen.findByText("List view isn't available on your current plan")).toBeVisible();
});
