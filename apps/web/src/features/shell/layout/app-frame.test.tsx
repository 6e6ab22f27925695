import { fireEvent, screen } from '@testing-library/dom';
import { listCategories } from '@waypost/contract/categories/categories';
import { listCollections } from '@waypost/contract/collections/collections';
import { listPosts } from '@waypost/contract/posts/posts';
import { listSurveys } from '@waypost/contract/surveys/surveys';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createProblemResponse } from '../../../testing/fake-api-server.ts';
import { apiServer, renderScreen } from '../../../testing/render-screen.tsx';
import {
  adminAccount,
  createTestAccount,
  createTestCategory,
  createTestPage,
  createTestSurvey,
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

test('every screen says that it is offline until the connection is back', async () => {
  await renderScreen('/collections', { width: 390 });
  await screen.findByText('No collections yet');
  setOnline(false);
  expect(
    await screen.findByText(
      /You're offline\. What's stored on this device is still here\. New reports appear when you're back online/,
    ),
  ).toBeVisible();
  setOnline(true);
  await expect
    .poll(() =>
      screen.queryByText(
        /You're offline\. What's stored on this device is still here\. New reports appear when you're back online/,
      ),
    )
    .toBeNull();
});

test('shows that the server is unavailable and recovers by itself', async () => {
  let isDown = true;
  apiServer.on(listCategories, () =>
    isDown ? createProblemResponse('server.no-database') : createTestPage([createTestCategory()]),
  );
  await renderScreen('/settings/categories', { account: adminAccount });
  expect(
    await screen.findByText(
      /The server is not responding\. What you wrote is kept, and this page will keep trying/,
    ),
  ).toBeVisible();
  isDown = false;
  expect(await screen.findByRole('link', { name: 'Roads' })).toBeVisible();
  await expect
    .poll(() =>
      screen.queryByText(
        /The server is not responding\. What you wrote is kept, and this page will keep trying/,
      ),
    )
    .toBeNull();
});

test('shows the messages link only to users who manage posts', async () => {
  await renderScreen('/collections', { account: memberAccount });
  await screen.findByRole('link', { name: 'Collections' });
  expect(screen.queryByRole('link', { name: 'Messages' })).toBeNull();
  await renderScreen('/collections', {
    account: createTestAccount({ role: 'reviewer', permissions: ['Manage Posts'] }),
  });
  expect(await screen.findByRole('link', { name: 'Messages' })).toBeVisible();
});

test('settings show only the pages that the role may open', async () => {
  await renderScreen('/settings', {
    account: createTestAccount({ role: 'people', permissions: ['Manage Users'] }),
  });
  const links = await screen.findAllByRole('link', { name: /Users/ });
  expect(links.length).toBeGreaterThan(0);
  expect(screen.queryByRole('link', { name: /^Audit log/ })).toBeNull();
  expect(screen.queryByRole('link', { name: /^Surveys/ })).toBeNull();
});

test('tells an account without access that the site is private', async () => {
  await renderScreen('/collections', { account: memberAccount, config: { site: { private: true } } });
  expect(await screen.findByText("Your account doesn't have access to this site yet")).toBeVisible();
  expect(apiServer.requests(listCollections)).toHaveLength(0);
});

test('shows a not found page for an unknown URL', async () => {
  await renderScreen('/nothing/here');
  expect(await screen.findByText("That URL doesn't exist")).toBeVisible();
});

test('shows a notice for a view that the plan does not include', async () => {
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

test('a settings page that the plan does not include keeps the frame of the settings', async () => {
  await renderScreen('/settings/data-import', {
    account: adminAccount,
    config: { features: { 'data-import': { enabled: false } } },
  });
  const side = await screen.findByRole('navigation', { name: 'Settings' });
  expect(side).toBeVisible();
  expect(await screen.findByRole('heading', { name: 'Import', level: 1 })).toBeVisible();
  expect(screen.getByRole('note')).toBeVisible();
});

const endedTrial = { site: { tier: 'demo_1', expiration_date: '2020-01-01T00:00:00+00:00' } };

test('“Report” is shown while the server takes reports', async () => {
  apiServer.on(listPosts, () => createTestPage([]));
  apiServer.on(listSurveys, () => createTestPage([createTestSurvey({ may_post: true })]));
  await renderScreen('/collections', { config: endedTrial });
  expect(await screen.findByRole('link', { name: 'Report' })).toBeVisible();
});

test('“Report” is hidden when the trial is over, as the server takes no reports', async () => {
  apiServer.on(listPosts, () => createTestPage([]));
  apiServer.on(listSurveys, () => createTestPage([createTestSurvey({ may_post: false })]));
  await renderScreen('/collections', { config: endedTrial });
  await screen.findByRole('link', { name: 'Log in' });
  await expect.poll(() => screen.queryByText('Report')).toBeNull();
});
