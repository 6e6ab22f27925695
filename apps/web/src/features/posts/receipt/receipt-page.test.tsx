/** The page of a receipt: its form and errors, and that a report is closed when it should be. */
import { screen, waitFor } from '@testing-library/dom';
import { listCategories } from '@waypost/contract/categories/categories';
import { createPost } from '@waypost/contract/posts/posts';
import {
  answerWithReceipt,
  openReceipt,
  type ReceiptReport,
  readReceiptReport,
} from '@waypost/contract/receipts/receipts';
import { listAttributes } from '@waypost/contract/surveys/attributes';
import { readSurvey } from '@waypost/contract/surveys/surveys';
import { listTasks } from '@waypost/contract/surveys/tasks';
import { beforeEach, expect, test } from 'vitest';
import { createProblemResponse } from '../../../testing/fake-api-server.ts';
import { apiServer, renderScreen } from '../../../testing/render-screen.tsx';
import {
  createTestAttribute,
  createTestPage,
  createTestPost,
  createTestSurvey,
  createTestTask,
  memberAccount,
} from '../../../testing/test-entities.ts';

const code = 'fault act eagle wealth width river';

const createReport = (overrides: Partial<ReceiptReport> = {}): ReceiptReport => ({
  state: 'under-review',
  is_public: false,
  post: createTestPost({ status: 'draft', allowed_privileges: ['read', 'update', 'delete'] }),
  pictures: [],
  messages: [{ id: 1, from: 'team', message: 'Which lamp?', created: '2026-11-20T10:00:00+00:00' }],
  can_answer: true,
  ...overrides,
});

beforeEach(() => {
  apiServer.on(readSurvey, () => createTestSurvey());
  apiServer.on(listTasks, () => createTestPage([createTestTask()]));
  apiServer.on(listAttributes, () =>
    createTestPage([
      createTestAttribute({ type: 'title', key: 'title', label: 'Title' }),
      createTestAttribute({ id: 2, type: 'description', key: 'description', label: 'Description' }),
    ]),
  );
  apiServer.on(listCategories, () => createTestPage([]));
  apiServer.on(openReceipt, () => ({ token: '1.2.abc', expires_in: 1800 }));
  apiServer.on(readReceiptReport, () => createReport());
});

async function openReport() {
  const person = await renderScreen('/receipt');
  await person.fill('Receipt code', code);
  await person.press('button', 'Open report');
  await screen.findByRole('heading', { level: 1, name: 'Lamp is out' });
  return person;
}

test('a code without all words is not sent, and a wrong one is explained at the field', async () => {
  apiServer.on(openReceipt, () => createProblemResponse('receipt.not-found'));
  const person = await renderScreen('/receipt');
  await person.press('button', 'Open report');
  expect(await screen.findByText('Enter all six words of the code.')).toBeVisible();
  expect(apiServer.requests(openReceipt)).toHaveLength(0);
  await person.fill('Receipt code', code);
  await person.press('button', 'Open report');
  expect(await screen.findByText(/^No report has this code\./)).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Receipt code' })).toHaveValue(code);
});

test('the words are not sent, and the field offers nothing that was typed before', async () => {
  await openReport();
  const [request] = apiServer.requests(openReceipt);
  expect(JSON.stringify(request?.body)).not.toContain('eagle');
  expect(JSON.stringify(Object.entries(localStorage))).not.toContain('eagle');
  await renderScreen('/receipt');
  const field = await screen.findByRole('textbox', { name: 'Receipt code' });
  expect(field).toHaveAttribute('autocomplete', 'off');
  expect(field).toHaveValue('');
});

test('an answer that fails stays in the form, and a report that has expired asks for the code again', async () => {
  const person = await openReport();
  expect(await screen.findByText('Which lamp?')).toBeVisible();
  apiServer.on(answerWithReceipt, () => createProblemResponse('server.busy'));
  await person.fill('Your message', 'The left one');
  await person.press('button', 'Send message');
  expect(await screen.findByText(/server is starting or busy/)).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Your message' })).toHaveValue('The left one');
  apiServer.on(answerWithReceipt, () => createProblemResponse('receipt.expired'));
  await person.press('button', 'Send message');
  expect(await screen.findByText(/^Your report was closed for safety\./)).toBeVisible();
  expect(screen.queryByText('Which lamp?')).toBeNull();
});

test('leaving the page closes the report, so that going back shows the form', async () => {
  await openReport();
  window.dispatchEvent(new Event('pagehide'));
  expect(await screen.findByRole('textbox', { name: 'Receipt code' })).toHaveValue('');
  await waitFor(() => expect(screen.queryByText('Lamp is out')).toBeNull());
});

test('a report that takes no corrections offers none, and one with all its messages takes no more', async () => {
  apiServer.on(readReceiptReport, () =>
    createReport({
      state: 'combined',
      can_answer: false,
      post: createTestPost({ status: 'archived', allowed_privileges: ['read'] }),
    }),
  );
  await openReport();
  expect(screen.getByText('Combined with another report')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Correct report' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Withdraw report' })).toBeNull();
  expect(screen.getByText('You cannot write more messages about this report.')).toBeVisible();
});

test('a published report that waits says from when others see it', async () => {
  const post = createTestPost({ status: 'published', public_from: '2026-12-01T12:00:00+00:00' });
  apiServer.on(readReceiptReport, () => createReport({ state: 'published', post }));
  await openReport();
  expect(screen.getByText(/Others can see it from Dec 1, 2026/)).toBeVisible();
});

test('a report whose sender refused publishing and contact says so, and a message of the team is announced first', async () => {
  apiServer.on(readReceiptReport, () =>
    createReport({
      consent: {
        asked: null,
        current: null,
        earlier: [],
        refused: [
          { use: 'publish', reason: 'declined' },
          { use: 'contact', reason: 'declined' },
        ],
        choices: [],
        can_change: null,
      },
    }),
  );
  const person = await openReport();
  expect(screen.getByText(/^You didn't agree to publishing\./)).toBeVisible();
  expect(screen.getByText(/^The team cannot answer here/)).toBeVisible();
  expect(screen.getByText('The team wrote to you.')).toBeVisible();
  await person.press('button', 'Read and answer');
  expect(screen.getByRole('heading', { name: 'Messages' })).toHaveFocus();
});

test.each([false, true])(
  'the report names an approximate place; for the team alone: %s',
  async (isPrivate) => {
    const place = { type: 'point', input: 'location', key: 'where', label: 'Where' } as const;
    const post = createTestPost({ status: 'draft', values: { where: [{ lat: -1.28912, lon: 36.82123 }] } });
    apiServer.on(readSurvey, () => createTestSurvey({ hide_location: true }));
    apiServer.on(readReceiptReport, () => createReport({ post }));
    apiServer.on(listAttributes, () =>
      createTestPage([createTestAttribute({ ...place, response_private: isPrivate })]),
    );
    await openReport();
    expect(await screen.findByText(/36\.82123/)).toBeVisible();
    const notes = screen.queryAllByText('Only the team sees the exact place. Others see an approximate one.');
    expect(notes).toHaveLength(isPrivate ? 0 : 1);
  },
);

test('an account is told to log out first', async () => {
  await renderScreen('/receipt', { account: memberAccount });
  expect(await screen.findByText(/^You're logged in\. Log out first/)).toBeVisible();
});

test('a report that was just sent shows its receipt, and the next one waits for a decision', async () => {
  apiServer.on(createPost, () => null);
  const person = await renderScreen('/posts/create/1');
  await person.fill(/^Title/, 'Lamp is out');
  await person.fill(/^Description/, 'Dark since Monday');
  await person.press('button', 'Send report');
  expect(await screen.findByRole('heading', { name: 'Your receipt code' })).toBeVisible();
  expect(apiServer.requests(createPost)[0]?.body.receipt).toMatch(/^[\w-]{43}$/);
  await person.press('button', 'Report something else');
  expect(await screen.findByRole('dialog', { name: 'Leave without your code?' })).toBeVisible();
  await person.press('button', 'Stay here');
  expect(screen.getByRole('heading', { name: 'Your receipt code' })).toBeVisible();
  await person.press('button', 'Report something else');
  await person.press('button', 'Leave');
  expect(await screen.findByRole('textbox', { name: /^Title/ })).toHaveValue('');
});
