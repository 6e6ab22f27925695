import { screen, waitFor } from '@testing-library/dom';
import { type Post, updatePost } from '@waypost/contract/posts/posts';
import { claimPosts } from '@waypost/contract/review/claims';
import { undoSuggestion } from '@waypost/contract/review/suggestions';
import { listSurveys } from '@waypost/contract/surveys/surveys';
import { beforeEach, expect, test } from 'vitest';
import { createValidationResponse } from '../../testing/fake-api-server.ts';
import { apiServer, renderScreen } from '../../testing/render-screen.tsx';
import { findDialog, waitForFocus } from '../../testing/screen-user.ts';
import { adminAccount, createTestPage, createTestSurvey } from '../../testing/test-entities.ts';
import { answerReview, waitingPost } from './review-server.fixture.ts';

/** The posts that wait on the server. */
let queue: Post[] = [];

beforeEach(() => {
  queue = [waitingPost(1, { form: null })];
  answerReview(apiServer, {
    read: () => queue,
    remove: (id) => {
      queue = queue.filter((post) => post.id !== id);
    },
  });
  apiServer.on(listSurveys, () => createTestPage([createTestSurvey({ id: 7, name: 'Lamps' })]));
});

const open = () => renderScreen('/review', { account: adminAccount });
const findReport = (title: string) => screen.findByRole('heading', { level: 2, name: title });

test('a report without a survey gets one, and is then published', async () => {
  apiServer.on(updatePost, ({ params, body }) =>
    waitingPost(params.id, { status: body.status ?? 'draft', revision: body.status ? 3 : 2 }),
  );
  const person = await open();
  await findReport('Report 1');
  expect(screen.getByText(/has no survey. Choose one/)).toBeVisible();
  expect(screen.queryByRole('button', { name: /Publish/ })).toBeNull();
  await person.press('button', /Choose survey/);
  const dialog = await findDialog('Which survey does this report belong to?');
  await person.click(await dialog.findByRole('button', { name: /Lamps/ }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(apiServer.requests(updatePost)[0]?.body).toMatchObject({ form: 7, based_on: 1 });
  expect(apiServer.requests(claimPosts).map(({ body }) => body.post_id)).toContainEqual([1]);
  expect(screen.queryByText(/has no survey. Choose one/)).toBeNull();
  await person.press('button', /Publish/);
  await waitFor(() =>
    expect(apiServer.requests(updatePost)[1]?.body).toMatchObject({ status: 'published', based_on: 2 }),
  );
});

test('a survey that was chosen is taken away again by the key that undoes', async () => {
  apiServer.on(updatePost, ({ params }) => waitingPost(params.id, { revision: 2 }));
  apiServer.on(undoSuggestion, ({ params }) => waitingPost(params.id, { form: null, revision: 3 }));
  const person = await open();
  await findReport('Report 1');
  await person.keyboard('p');
  const dialog = await findDialog('Which survey does this report belong to?');
  await person.click(await dialog.findByRole('button', { name: /Lamps/ }));
  await waitFor(() => expect(screen.queryByText(/has no survey. Choose one/)).toBeNull());
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await person.keyboard('u');
  expect(await screen.findByText('The last change to “Report 1” was undone.')).toBeVisible();
  expect(await screen.findByText(/has no survey. Choose one/)).toBeVisible();
  expect(apiServer.requests(undoSuggestion).map(({ body }) => body)).toEqual([{ based_on: 2 }]);
});

test('a refused survey is explained in the dialog', async () => {
  apiServer.on(updatePost, () => createValidationResponse({ field: 'title', rule: 'required' }));
  const person = await open();
  await findReport('Report 1');
  await person.keyboard('p');
  const dialog = await findDialog('Which survey does this report belong to?');
  await person.click(await dialog.findByRole('button', { name: /Lamps/ }));
  expect(await dialog.findByRole('alert')).toHaveTextContent(/Title/);
});

test('arrow keys move between the surveys', async () => {
  apiServer.on(listSurveys, () =>
    createTestPage([
      createTestSurvey({ id: 7, name: 'Lamps' }),
      createTestSurvey({ id: 8, name: 'Roads' }),
      createTestSurvey({ id: 9, name: 'Water' }),
    ]),
  );
  const person = await open();
  await findReport('Report 1');
  await person.keyboard('p');
  const dialog = await findDialog('Which survey does this report belong to?');
  await waitForFocus(await dialog.findByRole('button', { name: /Lamps/ }));
  await person.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}');
  await waitForFocus(dialog.getByRole('button', { name: /Roads/ }));
});

test('the list of surveys has the focus, and afterwards the report, so that a keyboard is enough', async () => {
  apiServer.on(updatePost, ({ params }) => waitingPost(params.id, { revision: 2 }));
  const person = await open();
  await findReport('Report 1');
  await person.keyboard('p');
  const dialog = await findDialog('Which survey does this report belong to?');
  await waitForFocus(await dialog.findByRole('button', { name: /Lamps/ }));
  await person.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitForFocus(screen.getByRole('region', { name: 'Report 1' }));
});
