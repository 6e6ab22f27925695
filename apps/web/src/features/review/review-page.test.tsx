import { screen, waitFor, within } from '@testing-library/dom';
import { type Post, readPost, updatePost } from '@waypost/contract/posts/posts';
import { claimPosts, listClaims, releaseClaims } from '@waypost/contract/review/claims';
import { readReviewSummary } from '@waypost/contract/review/review-summary';
import { listAttributes } from '@waypost/contract/surveys/attributes';
import { readSurvey } from '@waypost/contract/surveys/surveys';
import { listTasks } from '@waypost/contract/surveys/tasks';
import { beforeEach, expect, test } from 'vitest';
import {
  createProblemResponse,
  createValidationResponse,
  disconnectedResponse,
} from '../../testing/fake-api-server.ts';
import { apiServer, renderScreen } from '../../testing/render-screen.tsx';
import { findDialog } from '../../testing/screen-user.ts';
import {
  adminAccount,
  createTestAttribute,
  createTestPage,
  createTestSurvey,
  createTestTask,
  memberAccount,
} from '../../testing/test-entities.ts';
import { lock, summary } from './review-entities.fixture.ts';
import { answerReview, waitingPost } from './review-server.fixture.ts';

/** The posts that wait on the server. */
let queue: Post[] = [];

beforeEach(() => {
  queue = [1, 2, 3, 4].map((id) => waitingPost(id));
  answerReview(apiServer, {
    read: () => queue,
    remove: (id) => {
      queue = queue.filter((post) => post.id !== id);
    },
  });
});

const open = (options: Parameters<typeof renderScreen>[1] = {}) =>
  renderScreen('/review', { account: adminAccount, ...options });
const findReport = (title: string) => screen.findByRole('heading', { level: 2, name: title });
const lastDecisions = () =>
  apiServer.requests(updatePost).map(({ params, body }) => [params.id, body.status]);

test('reports are decided by key, one after another, and the next ones are fetched ahead', async () => {
  const person = await open();
  await findReport('Report 1');
  expect(apiServer.requests(claimPosts)[0]?.body).toMatchObject({ count: 3, order: 'asc' });
  await person.keyboard('p');
  await findReport('Report 2');
  await person.keyboard('a');
  await findReport('Report 3');
  await waitFor(() =>
    expect(lastDecisions()).toEqual([
      [1, 'published'],
      [2, 'archived'],
    ]),
  );
  expect(apiServer.requests(updatePost)[0]?.body).toMatchObject({ based_on: 1 });
  expect(await screen.findByText('Archived: Report 2')).toBeVisible();
  expect(screen.getByText('2 reviewed')).toBeVisible();
});

test('keys do nothing in a field, and with Ctrl', async () => {
  const person = await open();
  await findReport('Report 1');
  (await screen.findByLabelText('Source')).focus();
  await person.keyboard('p');
  (document.activeElement as HTMLElement).blur();
  await person.keyboard('{Control>}p{/Control}');
  expect(lastDecisions()).toEqual([]);
  expect(await findReport('Report 1')).toBeVisible();
});

test('a report that cannot be saved comes back with the reason', async () => {
  apiServer.on(updatePost, () =>
    createValidationResponse({
      field: 'completed_stages',
      rule: 'stageRequired',
      params: { label: 'Check' },
    }),
  );
  const person = await open();
  await findReport('Report 1');
  await person.keyboard('p');
  await screen.findByText(/“Report 1” was not saved/);
  await findReport('Report 2');
  await person.keyboard('n');
  await findReport('Report 1');
  const alert = (await screen.findAllByRole('alert')).find((it) => it.textContent?.includes('was not saved'));
  expect(alert).toHaveTextContent(/Check/);
});

test('without a connection the decision is saved later', async () => {
  let isConnected = false;
  apiServer.on(updatePost, ({ params, body }) =>
    isConnected
      ? waitingPost(params.id, { status: body.status ?? 'draft', revision: 2 })
      : disconnectedResponse,
  );
  const person = await open();
  await findReport('Report 1');
  await person.keyboard('p');
  expect(await screen.findByText(/1 report is not saved yet/)).toBeVisible();
  await findReport('Report 2');
  isConnected = true;
  await waitFor(() => expect(screen.queryByText(/not saved yet/)).toBeNull());
  expect(lastDecisions().at(-1)).toEqual([1, 'published']);
});

test('a decision that was saved although its response was lost counts as saved', async () => {
  apiServer.on(updatePost, () => createValidationResponse({ field: 'based_on', rule: 'postChanged' }));
  apiServer.on(readPost, () => waitingPost(1, { status: 'published', revision: 2 }));
  const person = await open();
  await findReport('Report 1');
  await person.keyboard('p');
  await waitFor(() => expect(apiServer.requests(readPost)).toHaveLength(1));
  expect(await screen.findByText('Published: Report 1')).toBeVisible();
  expect(screen.queryByText(/was not saved/)).toBeNull();
});

test('a report that somebody else has decided is not shown again', async () => {
  apiServer.on(updatePost, () => createValidationResponse({ field: 'based_on', rule: 'postChanged' }));
  apiServer.on(readPost, () => waitingPost(1, { status: 'archived', revision: 2 }));
  const person = await open();
  await findReport('Report 1');
  await person.keyboard('p');
  expect(await screen.findByText(/Someone else has already reviewed “Report 1”/)).toBeVisible();
  expect(screen.queryByText('Published: Report 1')).toBeNull();
});

test('the last decision is undone, based on the version that was saved', async () => {
  const person = await open();
  await findReport('Report 1');
  await person.keyboard('p');
  await findReport('Report 2');
  await person.keyboard('u');
  await findReport('Report 1');
  await waitFor(() =>
    expect(lastDecisions()).toEqual([
      [1, 'published'],
      [1, 'draft'],
    ]),
  );
  expect(apiServer.requests(updatePost)[1]?.body).toMatchObject({ based_on: 2 });
  await waitFor(() =>
    expect(apiServer.requests(claimPosts).map(({ body }) => body.post_id)).toContainEqual([1]),
  );
});

test('the tasks are answered beside the report and saved with the decision', async () => {
  apiServer.on(listTasks, () =>
    createTestPage([
      createTestTask(),
      createTestTask({ id: 2, label: 'Check', type: 'task', required: true, priority: 2 }),
    ]),
  );
  apiServer.on(listAttributes, () =>
    createTestPage([
      createTestAttribute({ id: 5, key: 'verdict', label: 'Verdict', form_stage_id: 2, required: true }),
    ]),
  );
  const person = await open();
  await findReport('Report 1');
  const tasks = within(await screen.findByRole('region', { name: 'Tasks' }));
  expect(tasks.getByText('Required to publish: Check')).toBeVisible();
  await person.keyboard('p');
  expect(await tasks.findByRole('alert')).toHaveTextContent(/Check/);
  expect(lastDecisions()).toEqual([]);
  const toggle = document.querySelector('[data-target="task.2"] input');
  expect(toggle).not.toBeChecked();
  if (toggle) await person.click(toggle);
  await person.fill(/Verdict/, 'True, two people saw it');
  await person.keyboard('{Escape}p');
  await findReport('Report 2');
  await waitFor(() =>
    expect(apiServer.requests(updatePost)[0]?.body).toMatchObject({
      status: 'published',
      values: { verdict: ['True, two people saw it'] },
      completed_stages: [2],
      based_on: 1,
    }),
  );
  await person.keyboard('u');
  await findReport('Report 1');
  await waitFor(() =>
    expect(apiServer.requests(updatePost)[1]?.body).toMatchObject({
      status: 'draft',
      values: {},
      completed_stages: [],
      based_on: 2,
    }),
  );
});

test('typed answers come back with a report that was skipped or could not be saved', async () => {
  apiServer.on(readPost, ({ params }) => waitingPost(params.id));
  apiServer.on(listTasks, () =>
    createTestPage([createTestTask(), createTestTask({ id: 2, label: 'Check', type: 'task' })]),
  );
  apiServer.on(listAttributes, () =>
    createTestPage([createTestAttribute({ id: 5, key: 'verdict', label: 'Verdict', form_stage_id: 2 })]),
  );
  apiServer.on(updatePost, () => createValidationResponse({ field: 'title', rule: 'required' }));
  const person = await open();
  await findReport('Report 1');
  await person.fill(/Verdict/, 'Seen by two people');
  await person.keyboard('{Escape}n');
  await findReport('Report 2');
  await person.keyboard('b');
  await findReport('Report 1');
  expect(await screen.findByRole('textbox', { name: /Verdict/ })).toHaveValue('Seen by two people');
  await person.keyboard('p');
  await screen.findByText(/“Report 1” was not saved/);
  await person.keyboard('n');
  await findReport('Report 1');
  expect(await screen.findByRole('textbox', { name: /Verdict/ })).toHaveValue('Seen by two people');
});

test('an incomplete report can be archived', async () => {
  apiServer.on(listTasks, () =>
    createTestPage([
      createTestTask(),
      createTestTask({ id: 2, label: 'Check', type: 'task', required: true }),
    ]),
  );
  const person = await open();
  await findReport('Report 1');
  await screen.findByRole('region', { name: 'Tasks' });
  await person.keyboard('a');
  await waitFor(() => expect(lastDecisions()).toEqual([[1, 'archived']]));
});

test('a skipped report is released, and can be brought back', async () => {
  apiServer.on(readPost, ({ params }) => waitingPost(params.id));
  const person = await open();
  await findReport('Report 1');
  expect(screen.getByRole('button', { name: 'Back to the skipped report' })).toBeDisabled();
  await person.press('button', 'Skip');
  await findReport('Report 2');
  await waitFor(() =>
    expect(apiServer.requests(releaseClaims).at(-1)?.query).toEqual({ claimed_posts: [1] }),
  );
  await person.keyboard('b');
  await findReport('Report 1');
});

test('a pause releases everything, until the review is continued', async () => {
  const person = await open();
  await findReport('Report 1');
  await person.keyboard('r');
  expect(await screen.findByText('Review paused')).toBeVisible();
  await waitFor(() =>
    expect(apiServer.requests(releaseClaims).at(-1)?.query).toEqual({ claimed_posts: [1, 2, 3] }),
  );
  await person.press('button', 'Continue');
  await findReport('Report 1');
});

test('what waits is narrowed by survey, source and waiting time', async () => {
  const person = await open();
  await findReport('Report 1');
  await person.choose('Survey', 'Lamps (2)');
  await waitFor(() => expect(apiServer.requests(claimPosts).at(-1)?.body.form).toEqual([1]));
  await person.choose('Source', 'SMS (1)');
  await person.choose('Waiting time', 'Over a week (2)');
  await person.choose('Order', 'Newest first');
  await waitFor(() =>
    expect(apiServer.requests(claimPosts).at(-1)?.body).toMatchObject({
      form: [1],
      source: ['sms'],
      created_before: expect.any(Date),
      order: 'desc',
    }),
  );
});

test('the numbers follow a decision at once, and those of the heading follow the filters', async () => {
  apiServer.on(readReviewSummary, ({ query }) =>
    summary({
      total: query.form ? 1 : queue.length,
      oldest: null,
      by_source: [{ source: 'web', count: queue.length }],
    }),
  );
  const person = await open();
  await findReport('Report 1');
  expect(await screen.findByText('4 reports waiting')).toBeVisible();
  await person.keyboard('p');
  expect(await screen.findByText('3 reports waiting')).toBeVisible();
  expect(await screen.findByRole('option', { name: 'Web (3)' })).toBeInTheDocument();
  await person.choose('Survey', 'No survey (1)');
  expect(await screen.findByText('1 report waiting')).toBeVisible();
  expect(screen.getByRole('option', { name: 'Web (3)' })).toBeInTheDocument();
});

test('shows what other reviewers work on', async () => {
  apiServer.on(listClaims, () => ({
    count: 2,
    results: [
      { ...lock(9, 77, 'Joe'), title: 'Road blocked' },
      { ...lock(1, adminAccount.id, 'Admin'), title: 'Report 1' },
    ],
  }));
  await open();
  const others = await screen.findByRole('region', { name: 'With other reviewers' });
  expect(
    within(others)
      .getAllByRole('listitem')
      .map((it) => it.textContent),
  ).toEqual(['Road blockedJoe']);
});

test('says when nothing waits, and when the filters leave nothing', async () => {
  queue = [];
  apiServer.on(readReviewSummary, () =>
    summary({ total: 0, held: 0, oldest: null, by_form: [], by_source: [] }),
  );
  await open();
  expect(await screen.findByText('Nothing to review')).toBeVisible();
  const person = await renderScreen('/review?form=7', { account: adminAccount });
  await person.press('button', 'Clear filters');
  expect(await screen.findByText('Nothing to review')).toBeVisible();
});

test('an error of the first request can be retried', async () => {
  apiServer.on(claimPosts, () => createProblemResponse('server.failed'));
  const person = await open();
  await screen.findByText(/Something went wrong/);
  apiServer.on(claimPosts, () => ({ count: 1, results: [waitingPost(5)] }));
  await person.press('button', 'Try again');
  await findReport('Report 5');
});

test('keys are listed, changed, and taken from the action that had them', async () => {
  const person = await open();
  await findReport('Report 1');
  await person.keyboard('?');
  const dialog = await findDialog('Keyboard shortcuts');
  await person.click(dialog.getByRole('button', { name: 'Change the shortcut for Publish' }));
  await person.keyboard('a');
  await person.click(dialog.getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await person.keyboard('p');
  expect(lastDecisions()).toEqual([]);
  await person.keyboard('a');
  await waitFor(() => expect(lastDecisions()).toEqual([[1, 'published']]));
  expect(screen.getByRole('button', { name: /Archive/ })).not.toHaveAttribute('aria-keyshortcuts');
});

test('on a phone the filters are opened when asked for', async () => {
  const person = await open({ width: 390 });
  await findReport('Report 1');
  expect(screen.queryByLabelText('Source')).toBeNull();
  await person.press('button', 'Filters');
  expect(await screen.findByLabelText('Source')).toBeVisible();
});

test('a report that was opened for review comes first, once', async () => {
  apiServer.on(readPost, ({ params }) => waitingPost(params.id));
  const { router } = await renderScreen('/review?post=3', { account: adminAccount });
  await findReport('Report 3');
  expect(apiServer.requests(claimPosts)[0]?.body).toMatchObject({ post_id: [3] });
  await expect.poll(() => router.state.location.search).not.toHaveProperty('post', 3);
});

test('a report that somebody else reviews is not taken from them', async () => {
  apiServer.on(readPost, ({ params }) => waitingPost(params.id));
  apiServer.on(claimPosts, ({ body }) => {
    const results = body.post_id ? [] : queue.slice(0, 2);
    return { count: results.length, results };
  });
  await renderScreen('/review?post=3', { account: adminAccount });
  await findReport('Report 1');
  expect(await screen.findByText('Someone else is working on “Report 3”.')).toBeVisible();
});

test('a survey and a source of which nothing waits are named', async () => {
  apiServer.on(readSurvey, () => createTestSurvey({ id: 7, name: 'Broken lamps' }));
  await renderScreen('/review?form=7&source=email', { account: adminAccount });
  await findReport('Report 1');
  expect(await screen.findByRole('option', { name: 'Broken lamps (0)' })).toBeInTheDocument();
  expect(screen.getByRole('option', { name: 'Email (0)' })).toBeInTheDocument();
});

test('members without Manage Posts do not get to the screen', async () => {
  const { router } = await renderScreen('/review', { account: memberAccount });
  await expect.poll(() => router.state.location.pathname).toBe('/forbidden');
});
