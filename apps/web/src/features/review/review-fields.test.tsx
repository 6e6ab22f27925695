import { screen, waitFor, within } from '@testing-library/dom';
import { readPostConsent } from '@waypost/contract/posts/post-consent';
import { updatePost } from '@waypost/contract/posts/posts';
import { listAttributes } from '@waypost/contract/surveys/attributes';
import { listTasks } from '@waypost/contract/surveys/tasks';
import { beforeEach, describe, expect, test } from 'vitest';
import { createForeignResponse } from '../../testing/fake-api-server.ts';
import { apiServer, renderScreen } from '../../testing/render-screen.tsx';
import { findDialog, waitForFocus } from '../../testing/screen-user.ts';
import {
  adminAccount,
  createTestAttribute,
  createTestPage,
  createTestTask,
} from '../../testing/test-entities.ts';
import { answerReview, waitingPost } from './review-server.fixture.ts';

let isDecided = false;

beforeEach(() => {
  isDecided = false;
  answerReview(apiServer, {
    read: () => (isDecided ? [] : [waitingPost(1)]),
    remove: () => {
      isDecided = true;
    },
  });
  apiServer.on(listTasks, () =>
    createTestPage([createTestTask(), createTestTask({ id: 2, label: 'Check', type: 'task' })]),
  );
});

const open = async () => {
  const person = await renderScreen('/review', { account: adminAccount });
  await screen.findByRole('heading', { level: 2, name: 'Report 1' });
  return person;
};
const answer = (key: string, label: string, task: number, required = false) =>
  createTestAttribute({ key, label, form_stage_id: task, required });

test('a report without required answers is not published: the first missing field is named and focused', async () => {
  apiServer.on(listAttributes, () =>
    createTestPage([answer('kind', 'Kind of event', 1, true), answer('verdict', 'Verdict', 2)]),
  );
  const person = await open();
  const tasks = within(await screen.findByRole('region', { name: 'Tasks' }));
  await person.keyboard('p');
  expect(await tasks.findByRole('alert')).toHaveTextContent('Kind of event');
  const field = tasks.getByRole('textbox', { name: /Kind of event/ });
  await waitForFocus(field);
  expect(apiServer.requests(updatePost)).toEqual([]);
  await person.keyboard('Fire{Escape}p');
  await waitFor(() => expect(apiServer.requests(updatePost)).toHaveLength(1));
  expect(apiServer.requests(updatePost)[0]?.body).toMatchObject({
    status: 'published',
    values: { kind: ['Fire'] },
  });
});

describe('while the tasks of a report are being loaded', () => {
  let release: () => void = () => undefined;
  const openUnloaded = async () => {
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    apiServer.on(listAttributes, async () => {
      await released;
      return createTestPage([answer('kind', 'Kind of event', 1, true), answer('verdict', 'Verdict', 2)]);
    });
    return open();
  };

  test('a key that publishes waits for them, and names what is missing', async () => {
    const person = await openUnloaded();
    await person.keyboard('pp');
    release();
    const tasks = within(await screen.findByRole('region', { name: 'Tasks' }));
    expect(await tasks.findByRole('alert')).toHaveTextContent('Kind of event');
    expect(apiServer.requests(updatePost)).toEqual([]);
  });

  test('so does the button, and the last action counts', async () => {
    const person = await openUnloaded();
    await person.click(await screen.findByRole('button', { name: 'Publish' }));
    (document.activeElement as HTMLElement).blur();
    await person.keyboard('a');
    release();
    await waitFor(() =>
      expect(apiServer.requests(updatePost).map(({ body }) => body.status)).toEqual(['archived']),
    );
  });

  test('the key that goes to them does so once they are there', async () => {
    const person = await openUnloaded();
    await person.keyboard('t');
    release();
    await waitForFocus(await screen.findByRole('textbox', { name: /Kind of event/ }));
  });

  test('a report is published once it is known that they cannot be loaded', async () => {
    apiServer.on(listAttributes, () => createForeignResponse(404));
    const person = await open();
    await person.keyboard('p');
    await waitFor(() =>
      expect(apiServer.requests(updatePost).map(({ body }) => body.status)).toEqual(['published']),
    );
  });
});

test('a required field of an optional task is named before the report is published without it', async () => {
  apiServer.on(listAttributes, () =>
    createTestPage([
      answer('kind', 'Kind of event', 1, true),
      answer('verdict', 'Verdict', 2, true),
      answer('remark', 'Remark', 2),
    ]),
  );
  const person = await open();
  const tasks = within(await screen.findByRole('region', { name: 'Tasks' }));
  expect(tasks.getByText('You can publish without these answers: Verdict')).toBeVisible();
  expect(tasks.getByRole('tab', { name: 'Report' })).toHaveAttribute('aria-selected', 'true');
  await person.fill(/Kind of event/, 'Fire');
  await person.keyboard('{Escape}p');
  await waitFor(() =>
    expect(apiServer.requests(updatePost).map(({ body }) => body.status)).toEqual(['published']),
  );
});

test('a report that its reporter does not want published is not asked about, but explained', async () => {
  apiServer.on(listAttributes, () => createTestPage([]));
  answerReview(apiServer, {
    read: () => [waitingPost(1, { content: 'Write to amina.otieno@example.org' })],
    remove: () => undefined,
  });
  apiServer.on(readPostConsent, () => ({
    asked: null,
    current: null,
    earlier: [],
    refused: [{ use: 'publish' as const, reason: 'declined' as const }],
    choices: ['publish' as const],
    can_change: 'team' as const,
  }));
  const person = await open();
  await screen.findByRole('region', { name: 'Consent' });
  const [consent, text] = [
    screen.getByRole('region', { name: 'Consent' }),
    screen.getByText('Write to amina.otieno@example.org'),
  ];
  expect(consent.compareDocumentPosition(text) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  await person.keyboard('p');
  const dialog = await findDialog('This report cannot be published');
  expect(dialog.getByText("The reporter didn't agree to publishing this report.")).toBeVisible();
  expect(await dialog.findByText('amina.otieno@example.org')).toBeVisible();
  expect(dialog.queryByRole('button', { name: /Publish/ })).toBeNull();
  await waitForFocus(dialog.getAllByRole('button', { name: 'Close' }).at(-1) ?? document.body);
  await person.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(apiServer.requests(updatePost)).toEqual([]);
});

test('it can be archived as it is', async () => {
  apiServer.on(listAttributes, () => createTestPage([answer('kind', 'Kind of event', 1, true)]));
  const person = await open();
  await screen.findByRole('region', { name: 'Tasks' });
  await person.keyboard('a');
  await waitFor(() =>
    expect(apiServer.requests(updatePost).map(({ body }) => body)).toEqual([
      { status: 'archived', based_on: 1 },
    ]),
  );
});

test('a complete report shows the tasks of the team alone, and T focuses the first answer', async () => {
  apiServer.on(listAttributes, () =>
    createTestPage([answer('kind', 'Kind of event', 1), answer('verdict', 'Verdict', 2)]),
  );
  const person = await open();
  await screen.findByRole('region', { name: 'Tasks' });
  expect(screen.queryByRole('textbox', { name: /Kind of event/ })).toBeNull();
  await person.keyboard('t');
  await waitForFocus(screen.getByRole('textbox', { name: /Verdict/ }));
});

test('the filter and the record have names of their own', async () => {
  apiServer.on(listAttributes, () => createTestPage([]));
  await open();
  expect(await screen.findByRole('region', { name: 'Verification' })).toBeVisible();
  expect(await screen.findByLabelText('Verification status')).toBeVisible();
});

test('a report with personal data is published after a question: Esc returns, Enter publishes', async () => {
  apiServer.on(listAttributes, () => createTestPage([]));
  answerReview(apiServer, {
    read: () => (isDecided ? [] : [waitingPost(1, { content: 'Write to amina.otieno@example.org' })]),
    remove: () => {
      isDecided = true;
    },
  });
  const person = await open();
  await person.keyboard('p');
  const dialog = await findDialog('Publish with personal data?');
  expect(await dialog.findByText('amina.otieno@example.org')).toBeVisible();
  await person.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(apiServer.requests(updatePost)).toEqual([]);
  await person.keyboard('p');
  await waitForFocus((await findDialog()).getByRole('button', { name: 'Publish anyway' }));
  await person.keyboard('{Enter}');
  await waitFor(() =>
    expect(apiServer.requests(updatePost).map(({ body }) => body.status)).toEqual(['published']),
  );
});
