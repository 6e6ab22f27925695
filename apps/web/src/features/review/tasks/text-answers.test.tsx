import { screen, waitFor, within } from '@testing-library/dom';
import { type Post, updatePost } from '@waypost/contract/posts/posts';
import { listSuggestions } from '@waypost/contract/review/suggestions';
import { type Attribute, listAttributes } from '@waypost/contract/surveys/attributes';
import { listTasks } from '@waypost/contract/surveys/tasks';
import { beforeEach, expect, test } from 'vitest';
import { apiServer, renderScreen } from '../../../testing/render-screen.tsx';
import {
  adminAccount,
  createTestAttribute,
  createTestPage,
  createTestTask,
} from '../../../testing/test-entities.ts';
import { answerReview, waitingPost } from '../review-server.fixture.ts';

let post: Post;
let isDecided: boolean;

const message = (overrides: Partial<Post> = {}) =>
  waitingPost(1, {
    message: { id: 7, url: '' },
    content: 'Fire in Kisumu, 3 injured',
    ...overrides,
  });
const number = (label: string, overrides: Partial<Attribute> = {}) =>
  createTestAttribute({ key: label, label, type: 'int', input: 'number', form_stage_id: 1, ...overrides });

beforeEach(() => {
  post = message();
  isDecided = false;
  answerReview(apiServer, {
    read: () => (isDecided ? [] : [post]),
    remove: () => {
      isDecided = true;
    },
  });
  apiServer.on(listTasks, () => createTestPage([createTestTask()]));
  apiServer.on(listAttributes, () => createTestPage([number('Injured'), number('Dead')]));
});

const open = async () => {
  const person = await renderScreen('/review', { account: adminAccount });
  await screen.findByRole('heading', { level: 2, name: 'Report 1' });
  return person;
};
const findTasks = async () => within(await screen.findByRole('region', { name: 'Tasks' }));
const readSaves = () => apiServer.requests(updatePost).map(({ body }) => body);

test('what the text of a message says is filled in and marked, and is saved with the decision alone', async () => {
  const person = await open();
  const tasks = await findTasks();
  expect(tasks.getByLabelText('Injured')).toHaveValue('3');
  expect(tasks.getByLabelText('Dead')).toHaveValue('');
  expect(tasks.getByText('Filled in from the text: Injured')).toBeVisible();
  expect(tasks.getAllByText('From the text')).toHaveLength(1);
  expect(readSaves()).toEqual([]);
  await person.keyboard('p');
  await waitFor(() => expect(readSaves()).toMatchObject([{ status: 'published', values: { Injured: [3] } }]));
});

test('one key clears it', async () => {
  const person = await open();
  const tasks = await findTasks();
  await person.keyboard('c');
  await waitFor(() => expect(tasks.getByLabelText('Injured')).toHaveValue(''));
  expect(tasks.queryByText('From the text')).toBeNull();
  expect(tasks.queryByRole('button', { name: 'Clear answers from the text' })).toBeNull();
  await person.keyboard('p');
  await waitFor(() => expect(readSaves()).toEqual([{ status: 'published', based_on: 1 }]));
});

test('an answer that the reviewer has changed is no longer marked, and stays', async () => {
  const person = await open();
  const tasks = await findTasks();
  await person.type(tasks.getByLabelText('Injured'), '4{Escape}');
  expect(tasks.queryByText('From the text')).toBeNull();
  await person.keyboard('cp');
  await waitFor(() => expect(readSaves()).toMatchObject([{ values: { Injured: [34] } }]));
});

test('an archived report is not saved with it', async () => {
  const person = await open();
  await findTasks();
  await person.keyboard('a');
  await waitFor(() => expect(readSaves()).toEqual([{ status: 'archived', based_on: 1 }]));
});

test('stored answers are not replaced', async () => {
  post = message({ values: { Injured: [9] } });
  apiServer.on(listAttributes, () => createTestPage([number('Injured'), number('Dead', { required: true })]));
  await open();
  const tasks = await findTasks();
  expect(tasks.getByLabelText('Injured')).toHaveValue('9');
  expect(tasks.queryByText('From the text')).toBeNull();
});

test('nothing is filled in for a report that came by the form', async () => {
  post = message({ message: null });
  await open();
  await screen.findByRole('region', { name: 'Verification' });
  expect(screen.queryByRole('region', { name: 'Tasks' })).toBeNull();
});

test('the only place that the text names is filled in, and not suggested as well', async () => {
  const place = (name: string, lat: number) => ({
    id: `place:${lat},1`,
    kind: 'place' as const,
    name,
    certainty: null,
    form: null,
    key: 'where',
    tag: null,
    location: { lat, lon: 34.75 },
    country: 'KE',
    why: 'name' as const,
  });
  const results = [place('Kisumu', -0.1)];
  apiServer.on(listSuggestions, () => ({ count: results.length, results }));
  apiServer.on(listAttributes, () =>
    createTestPage([
      createTestAttribute({
        key: 'where',
        label: 'Where',
        type: 'point',
        input: 'location',
        form_stage_id: 1,
      }),
    ]),
  );
  const person = await open();
  expect((await findTasks()).getByText('Filled in from the text: Where')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Suggestions' })).toBeNull());
  await person.keyboard('c');
  expect(await screen.findByRole('region', { name: 'Suggestions' })).toBeVisible();
});
