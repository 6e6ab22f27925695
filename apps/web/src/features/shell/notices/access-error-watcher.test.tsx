/** What follows a refusal (spec 1 §4): the "not allowed" page, or a login that returns to the remembered page. */
import { screen, waitFor } from '@testing-library/dom';
import { createCategory, listCategories } from '@waypost/contract/categories/categories';
import { listJobs } from '@waypost/contract/jobs/jobs';
import { listPosts, readPost } from '@waypost/contract/posts/posts';
import { listUsers } from '@waypost/contract/users/users';
import { expect, test } from 'vitest';
import { createProblemResponse } from '../../../testing/fake-api-server.ts';
import { apiServer, renderScreen } from '../../../testing/render-screen.tsx';
import { findDialog } from '../../../testing/screen-user.ts';
import { adminAccount, createTestPage } from '../../../testing/test-entities.ts';

const refusal = (resource: string) =>
  createProblemResponse('request.refused', { user: 1, privilege: 'read', resource, id: 5 });

test('reading: a refusal leads an account to the "not allowed" page', async () => {
  apiServer.on(listJobs, () => refusal('jobs'));
  const { router } = await renderScreen('/settings/jobs', { account: adminAccount });
  await waitFor(() => expect(router.state.location.pathname).toBe('/forbidden'));
  expect(await screen.findByRole('heading', { level: 1 })).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('reading: a visitor is asked to log in, and the page is remembered', async () => {
  apiServer.on(readPost, () => refusal('posts'));
  apiServer.on(listPosts, () => createTestPage([]));
  const { router } = await renderScreen('/posts/5');
  await findDialog('Log in');
  await waitFor(() => expect(router.state.location.pathname).toBe('/forbidden'));
  expect(sessionStorage.getItem('waypost.wanted')).toBe('/posts/5');
});

test('reading: an expired session is asked to log in over the page, which stays', async () => {
  apiServer.on(listJobs, () => createProblemResponse('request.bad-token'));
  const { router } = await renderScreen('/settings/jobs', { account: adminAccount });
  await findDialog('Log in');
  expect(router.state.location.pathname).toBe('/settings/jobs');
  expect(sessionStorage.getItem('waypost.wanted')).toBe('/settings/jobs');
});

const openCategory = async () => {
  apiServer.on(listCategories, () => createTestPage([]));
  const person = await renderScreen('/settings/categories/create', { account: adminAccount });
  await person.fill('Name', 'Bridges');
  return person;
};

test('writing: a refusal asks before it leaves a form with changes, then leads to the "not allowed" page', async () => {
  apiServer.on(createCategory, () => refusal('tags'));
  const person = await openCategory();
  await person.press('button', 'Add category');
  await person.press('button', 'Leave without saving');
  await waitFor(() => expect(person.router.state.location.pathname).toBe('/forbidden'));
});

test('writing: an expired session is asked to log in over the form, which keeps what was typed', async () => {
  apiServer.on(createCategory, () => createProblemResponse('request.bad-token'));
  const person = await openCategory();
  await person.press('button', 'Add category');
  await findDialog('Log in');
  expect(person.router.state.location.pathname).toBe('/settings/categories/create');
  expect(document.querySelector('input[value="Bridges"]')).not.toBeNull();
});

test('a refused request for supplementary data of users changes nothing', async () => {
  apiServer.on(listUsers, () => refusal('users'));
  const { router } = await renderScreen('/settings/users', { account: adminAccount });
  await screen.findByText(/not allowed/);
  expect(router.state.location.pathname).toBe('/settings/users');
});
