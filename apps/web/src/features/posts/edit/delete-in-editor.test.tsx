import { screen } from '@testing-library/dom';
import { acquireLock, releaseLock } from '@waypost/contract/posts/post-locks';
import { deletePost, listPosts, readPost } from '@waypost/contract/posts/posts';
import { listAttributes } from '@waypost/contract/surveys/attributes';
import { listSurveys, readSurvey } from '@waypost/contract/surveys/surveys';
import { listTasks } from '@waypost/contract/surveys/tasks';
import { beforeEach, expect, test } from 'vitest';
import { answerPostPage } from '../../../testing/post-page.ts';
import { apiServer, renderScreen } from '../../../testing/render-screen.tsx';
import {
  adminAccount,
  createTestAttribute,
  createTestPage,
  createTestPost,
  createTestSurvey,
  createTestTask,
} from '../../../testing/test-entities.ts';

const post = createTestPost({ allowed_privileges: ['read', 'update', 'delete', 'read_full'] });
const survey = createTestSurvey();
const lock = {
  id: 1,
  url: '/posts/1/lock/1',
  post_id: 1,
  user: { id: adminAccount.id, url: '', realname: 'Admin' },
  expires: 1_900_000_000,
  allowed_privileges: [],
};

beforeEach(() => {
  answerPostPage();
  apiServer.on(readPost, () => post);
  apiServer.on(listPosts, () => createTestPage([]));
  apiServer.on(deletePost, () => post);
  apiServer.on(acquireLock, () => lock);
  apiServer.on(releaseLock, () => lock);
  apiServer.on(listSurveys, () => createTestPage([survey]));
  apiServer.on(readSurvey, () => survey);
  apiServer.on(listTasks, () => createTestPage([createTestTask()]));
  apiServer.on(listAttributes, () => createTestPage([createTestAttribute()]));
});

const open = async () => {
  const person = await renderScreen('/posts/1/edit', { account: adminAccount });
  await screen.findByRole('button', { name: 'Delete report' });
  return person;
};

test('a report is deleted from its form without a question, since it can be undone', async () => {
  const person = await open();
  await person.press('button', 'Delete report');
  expect(await screen.findByRole('button', { name: 'Undo' })).toBeVisible();
  expect(person.router.state.location.pathname).toBe('/views/map');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('with unsaved changes, which no undo brings back, the form asks first', async () => {
  const person = await open();
  await person.type(screen.getByRole('textbox', { name: /Title/ }), ' again');
  await person.press('button', 'Delete report');
  const dialog = await screen.findByRole('dialog', { name: 'Delete this report?' });
  expect(dialog).toHaveTextContent('Your changes have not been saved.');
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  await person.click(screen.getAllByRole('button', { name: 'Delete report' }).at(-1)!);
  expect(await screen.findByRole('button', { name: 'Undo' })).toBeVisible();
  expect(person.router.state.location.pathname).toBe('/views/map');
});
