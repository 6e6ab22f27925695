import { screen } from '@testing-library/dom';
import { acquireLock } from '@waypost/contract/posts/post-locks';
import { deletePost, listPosts, readPost } from '@waypost/contract/posts/posts';
import { beforeEach, expect, test } from 'vitest';
import { logout } from '../../api/session.ts';
import { createProblemResponse } from '../../testing/fake-api-server.ts';
import { answerPostPage } from '../../testing/post-page.ts';
import { apiServer, renderScreen } from '../../testing/render-screen.tsx';
import { type ScreenUser, waitForFocus } from '../../testing/screen-user.ts';
import { adminAccount, createTestPage, createTestPost } from '../../testing/test-entities.ts';

const allowed_privileges: ['read', 'update', 'delete'] = ['read', 'update', 'delete'];
const stored = [
  createTestPost({ id: 1, title: 'Lamp is out', allowed_privileges }),
  createTestPost({ id: 2, title: 'Broken pump', allowed_privileges }),
];

beforeEach(() => {
  answerPostPage();
  apiServer.on(acquireLock, () => createProblemResponse('server.failed'));
  apiServer.on(listPosts, () => createTestPage(stored));
  apiServer.on(readPost, ({ params }) => stored.find(({ id }) => id === params.id) ?? stored[0]!);
  apiServer.on(deletePost, ({ params }) => stored.find(({ id }) => id === params.id) ?? stored[0]!);
});

/** Opens a post from the list, and deletes it. */
async function deleteFirst(): ReturnType<typeof renderScreen> {
  const person = await renderScreen('/posts/1', { account: adminAccount });
  await person.router.navigate({ to: '/posts/$postId', params: { postId: '1' }, state: { withList: true } });
  await screen.findByText('2 reports');
  await chooseDelete(person);
  await expect.poll(() => person.router.state.location.pathname).toBe('/posts/2');
  return person;
}

async function chooseDelete(person: ScreenUser): Promise<void> {
  await person.press('button', 'More actions');
  await person.press('menuitem', 'Delete');
}

const deletedIds = () => apiServer.requests(deletePost).map(({ params }) => params.id);

test('a deletion that is undone sends nothing, and shows the report again', async () => {
  const person = await deleteFirst();
  await expect.poll(() => screen.queryByRole('link', { name: /Lamp is out/ })).toBeNull();
  expect(screen.getByText('1 report')).toBeVisible();
  await person.press('button', 'Undo');
  await expect.poll(() => person.router.state.location.pathname).toBe('/posts/1');
  expect(await screen.findByRole('link', { name: /Lamp is out/ })).toBeVisible();
  expect(screen.getByText('2 reports')).toBeVisible();
  window.dispatchEvent(new Event('pagehide'));
  expect(deletedIds()).toEqual([]);
});

test('the focus goes to the next report after a deletion, and to the restored one after its undo', async () => {
  const person = await deleteFirst();
  await waitForFocus(await screen.findByRole('heading', { level: 1, name: 'Broken pump' }));
  await person.press('button', 'Undo');
  await waitForFocus(await screen.findByRole('heading', { level: 1, name: 'Lamp is out' }));
});

test('the report is deleted when the message is closed, and its page does not show it before', async () => {
  const person = await deleteFirst();
  await person.router.navigate({ to: '/posts/$postId', params: { postId: '1' }, state: { withList: true } });
  expect(await screen.findByText('Report not found')).toBeVisible();
  expect(deletedIds()).toEqual([]);
  await person.press('button', 'Close');
  await expect.poll(deletedIds).toEqual([1]);
});

test('leaving the page deletes the report at once', async () => {
  await deleteFirst();
  await screen.findByRole('button', { name: 'Undo' });
  window.dispatchEvent(new Event('pagehide'));
  await expect.poll(deletedIds).toEqual([1]);
  await expect.poll(() => screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

test('another deletion ends the first one', async () => {
  const person = await deleteFirst();
  await screen.findByRole('heading', { level: 1, name: 'Broken pump' });
  await chooseDelete(person);
  await expect.poll(deletedIds).toEqual([1]);
  expect(await screen.findByText('“Broken pump” is deleted.')).toBeVisible();
});

test('logging out deletes the report with the rights of whoever chose it', async () => {
  await deleteFirst();
  logout();
  await expect.poll(deletedIds).toEqual([1]);
});

test('a refused deletion brings the report back with the reason', async () => {
  apiServer.on(deletePost, () => createProblemResponse('server.failed'));
  const person = await deleteFirst();
  await person.press('button', 'Close');
  expect(await screen.findByText(/Lamp is out.?: ./)).toBeVisible();
  expect(await screen.findByRole('link', { name: /Lamp is out/ })).toBeVisible();
});

test('a report that somebody else has deleted meanwhile is no error', async () => {
  apiServer.on(deletePost, () => createProblemResponse('entity.not-found', { resource: 'posts', id: 1 }));
  const person = await deleteFirst();
  await person.press('button', 'Close');
  await expect.poll(deletedIds).toEqual([1]);
  expect(screen.queryByText(/Lamp is out.?: /)).toBeNull();
});
