import { screen, waitFor } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
import { listThreads } from '@waypost/contract/messages/messages';
import { readPost } from '@waypost/contract/posts/posts';
import {
  listReporterMessages,
  listReporterThreads,
  markReporterThreadSeen,
} from '@waypost/contract/receipts/receipts';
import { beforeEach, expect, test } from 'vitest';
import { apiServer, renderScreen } from '../../testing/render-screen.tsx';
import { adminAccount, createTestPost } from '../../testing/test-entities.ts';

const thread = {
  post_id: 4,
  title: 'Bridge',
  unread: 1,
  is_waiting: true,
  message_id: 9,
  from: 'reporter' as const,
  message: 'By the school',
  created: '2026-03-01T10:00:00+00:00',
};
const answer = { id: 9, from: thread.from, message: thread.message, created: thread.created, user: null };

beforeEach(() => {
  apiServer.on(readPost, () => createTestPost({ id: 4, title: 'Bridge' }));
});

test('shows what reporters wrote, and marks the conversation that is opened as seen', async () => {
  apiServer.on(listThreads, () => ({ count: 0, total_count: 0, results: [] }));
  apiServer.on(listReporterThreads, () => ({ count: 1, total_count: 1, results: [thread] }));
  apiServer.on(listReporterMessages, () => ({
    has_receipt: true,
    reply: 'possible' as const,
    unread: 1,
    is_waiting: true,
    count: 1,
    results: [answer],
  }));
  apiServer.on(markReporterThreadSeen, () => ({ unread: 0 }));
  await renderScreen('/messages', { account: adminAccount });
  await userEvent.click(await screen.findByRole('radio', { name: 'Reporters Unread 1' }));
  await userEvent.click(await screen.findByRole('link', { name: /Bridge.*By the school.*1 unread message/ }));
  expect(await screen.findByRole('textbox', { name: 'Message to the reporter' })).toBeVisible();
  expect(await screen.findByRole('link', { name: 'Report: Bridge' })).toHaveAttribute('href', '/posts/4');
  await waitFor(() =>
    expect(apiServer.requests(markReporterThreadSeen).map(({ body }) => body)).toEqual([{ seen: 9 }]),
  );
});

test('an inbox without messages of reporters says where they come from', async () => {
  apiServer.on(listReporterThreads, () => ({ count: 0, total_count: 0, results: [] }));
  await renderScreen('/messages?from=reporters', { account: adminAccount });
  expect(await screen.findByText('No messages from reporters yet')).toBeVisible();
});

test('there is a sentence instead of a form for a message to a reporter who did not agree to being contacted', async () => {
  apiServer.on(listReporterMessages, () => ({
    has_receipt: true,
    reply: 'declined' as const,
    unread: 0,
    is_waiting: true,
    count: 1,
    results: [answer],
  }));
  await renderScreen('/messages?from=reporters&post=4', { account: adminAccount });
  expect(await screen.findByText("The reporter didn't agree to being contacted.")).toBeVisible();
  expect(screen.getByText('By the school')).toBeVisible();
  expect(screen.queryByRole('textbox', { name: 'Message to the reporter' })).toBeNull();
});
