import { screen, waitFor } from '@testing-library/dom';
import { acquireLock, releaseLock } from '@waypost/contract/posts/post-locks';
import { type Post, readPost, updatePost } from '@waypost/contract/posts/posts';
import { type Attribute, listAttributes } from '@waypost/contract/surveys/attributes';
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

let post: Post;
const lock = {
  id: 1,
  url: '/posts/1/lock/1',
  post_id: 1,
  user: { id: adminAccount.id, url: '', realname: 'Admin' },
  expires: 1_900_000_000,
  allowed_privileges: [],
};
const survey = createTestSurvey({ id: 7, name: 'Floods' });
const number = (label: string): Attribute =>
  createTestAttribute({ key: label, label, type: 'int', input: 'number', form_stage_id: 1 });

beforeEach(() => {
  post = createTestPost({
    id: 1,
    form: null,
    status: 'draft',
    revision: 1,
    message: { id: 9, url: '' },
    title: 'Fire in Kisumu',
    content: 'Fire in Kisumu, 3 injured',
    allowed_privileges: ['read', 'update', 'change_status', 'read_full'],
  });
  answerPostPage();
  apiServer.on(readPost, () => post);
  apiServer.on(acquireLock, () => lock);
  apiServer.on(releaseLock, () => lock);
  apiServer.on(listSurveys, () => createTestPage([survey]));
  apiServer.on(readSurvey, () => survey);
  apiServer.on(listTasks, () => createTestPage([createTestTask()]));
  apiServer.on(listAttributes, () => createTestPage([number('Injured'), number('Dead')]));
  apiServer.on(updatePost, ({ body }) => ({ ...post, revision: 2, status: body.status ?? 'draft' }));
});

const open = async () => {
  const person = await renderScreen('/posts/1/edit', { account: adminAccount });
  await screen.findByRole('heading', { name: 'Which survey does this report belong to?' });
  await person.click(await screen.findByRole('button', { name: /Floods/ }));
  await screen.findByLabelText('Injured');
  return person;
};
/** Saves, and waits until the form is left: what is still under way would reach the next test. */
const save = async (person: Awaited<ReturnType<typeof open>>) => {
  await person.press('button', 'Save');
  await waitFor(() => expect(screen.queryByLabelText('Injured')).toBeNull());
};
const readSaves = () => apiServer.requests(updatePost).map(({ body }) => body);

test('the fields of a chosen survey are filled in from the text of the message, and saved with the form alone', async () => {
  const person = await open();
  expect(screen.getByLabelText('Injured')).toHaveValue('3');
  expect(screen.getByLabelText('Dead')).toHaveValue('');
  expect(screen.getAllByText('From the text')).toHaveLength(1);
  expect(readSaves()).toEqual([]);
  await save(person);
  expect(readSaves()).toMatchObject([{ form: 7, values: { Injured: [3] }, based_on: 1 }]);
});

test('an answer that was changed is no longer marked', async () => {
  const person = await open();
  await person.type(screen.getByLabelText('Injured'), '4');
  expect(screen.queryByText('From the text')).toBeNull();
  await save(person);
  expect(readSaves()).toMatchObject([{ values: { Injured: [34] } }]);
});

test('a chosen survey is saved although nothing was answered', async () => {
  post = { ...post, message: null };
  const person = await open();
  expect(screen.getByLabelText('Injured')).toHaveValue('');
  expect(screen.queryByText('From the text')).toBeNull();
  await save(person);
  expect(readSaves()).toMatchObject([{ form: 7, based_on: 1 }]);
});
