import { fireEvent, screen } from '@testing-library/dom';
import { listCategories } from '@waypost/contract/categories';
import { listCollections } from '@waypost/contract/collections';
import { listPosts } from '@waypost/contract/posts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { problem } from '../../testing/api-server.ts';
import { account, admin, category, member, page } from '../../testing/records.ts';
import { renderScreen, server } from '../../testing/render-screen.tsx';

let isOnline = true;
function setOnline(it: boolean): void {
  isOnline = it;
  fireEvent(window, new Event(it ? 'online' : 'offline'));
}
Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => isOnline });

beforeEach(() => server.on(listCollections, () => page([])));
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
  server.on(listCategories, () => (isDown ? problem('server.no-database') : page([category()])));
  await renderScreen('/settings/categories', { as: admin });
  expect(await screen.findByText(/The server cannot answer just now/)).toBeVisible();
  isDown = false;
  expect(await screen.findByRole('link', { name: 'Roads' })).toBeVisible();
  await expect.poll(() => screen.queryByText(/The server cannot answer just now/)).toBeNull();
});

test('messages are offered to who manages posts alone', async () => {
  await renderScreen('/collections', { as: member });
  await screen.findByRole('link', { name: 'Collections' });
  expect(screen.queryByRole('link', { name: 'Messages' })).toBeNull();
  await renderScreen('/collections', { as: account({ role: 'reviewer', permissions: ['Manage Posts'] }) });
  expect(await screen.findByRole('link', { name: 'Messages' })).toBeVisible();
});

test('settings offer only what the role opens', async () => {
  await renderScreen('/settings', { as: account({ role: 'people', permissions: ['Manage Users'] }) });
  const links = await screen.findAllByRole('link', { name: /Users/ });
  expect(links.length).toBeGreaterThan(0);
  expect(screen.queryByRole('link', { name: /^Audit log/ })).toBeNull();
  expect(screen.queryByRole('link', { name: /^Surveys/ })).toBeNull();
});

test('an account that a private site does not let in is told so', async () => {
  await renderScreen('/collections', { as: member, config: { site: { private: true } } });
  expect(await screen.findByText('Your account may not see this deployment yet')).toBeVisible();
  expect(server.requests(listCollections)).toHaveLength(0);
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
  server.on(listPosts, () => page([]));
  await renderScreen('/views/data', { width: 390, config: { features: { views } } });
  expect(await screen.findByText("List view isn't available on your current plan")).toBeVisible();
});
