import { screen, waitFor } from '@testing-library/dom';
import {
  listMessages,
  listThreads,
  markThreadSeen,
  type ReplyState,
  readThread,
} from '@waypost/contract/messages/messages';
import { expect, test } from 'vitest';
import { queryClient } from '../../api/query-client.ts';
import { apiServer, renderScreen } from '../../testing/render-screen.tsx';
import { adminAccount, createTestPage } from '../../testing/test-entities.ts';

const thread = {
  contact_id: 7,
  contact: '+254700000001',
  contact_type: 'phone' as const,
  is_stopped: false,
  unread: 0,
  is_waiting: true,
  message_id: 3,
  message: 'Help',
  message_type: 'sms' as const,
  direction: 'incoming' as const,
  status: 'received' as const,
  created: '2026-03-01T10:00:00+00:00',
  post_id: null,
};
const message = {
  id: 3,
  url: '',
  parent_id: null,
  contact_id: 7,
  post_id: null,
  user_id: null,
  data_source: 'smssync',
  data_source_message_id: '1',
  title: null,
  message: 'Help',
  datetime: null,
  type: 'sms' as const,
  status: 'received' as const,
  direction: 'incoming' as const,
  created: '2026-03-01T10:00:00+00:00',
  additional_data: null,
  notification_post_id: null,
  contact: '+254700000001',
  allowed_privileges: [],
};

async function openThread(reply?: ReplyState) {
  apiServer.on(listThreads, () => ({ count: 1, total_count: 1, results: [thread] }));
  apiServer.on(readThread, () => thread);
  apiServer.on(listMessages, () => ({ ...createTestPage([message]), ...(reply && { reply }) }));
  await renderScreen('/messages?contact=7', { account: adminAccount });
  await screen.findByRole('heading', { name: 'Messages with +254700000001' });
}

test.each([undefined, 'possible'] as const)(
  'there is a reply box if a reply can be sent (%s)',
  async (reply) => {
    await openThread(reply);
    expect(await screen.findByRole('textbox', { name: 'Reply' })).toBeVisible();
  },
);

test.each([
  ['stopped', /has unsubscribed/],
  ['declined', /didn't agree to being contacted/],
  ['name', /is a name, not a number/],
  ['unconfirmed', /is not confirmed/],
  ['no-source', /no data source is set up/],
] as const)(
  'there is the reason instead of a reply box if nothing can be sent (%s)',
  async (reply, reason) => {
    await openThread(reply);
    expect(await screen.findByText(reason)).toBeVisible();
    expect(screen.queryByRole('textbox', { name: 'Reply' })).toBeNull();
  },
);

test('an open conversation is marked as seen once, and its messages are not requested again and again', async () => {
  const unread = { ...thread, unread: 2 };
  apiServer.on(listThreads, () => ({ count: 1, total_count: 1, results: [unread] }));
  // This server never counts the messages as seen.
  apiServer.on(readThread, () => unread);
  apiServer.on(markThreadSeen, () => unread);
  apiServer.on(listMessages, () => ({ ...createTestPage([message]), reply: 'possible' as const }));
  await renderScreen('/messages?contact=7', { account: adminAccount });
  expect(await screen.findByRole('textbox', { name: 'Reply' })).toBeVisible();
  await waitFor(() => expect(apiServer.requests(markThreadSeen)).toHaveLength(1));
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(apiServer.requests(markThreadSeen).map(({ body }) => body)).toEqual([{ seen: 3 }]);
  // For the first page, and after the newest message of the conversation was read.
  expect(apiServer.requests(listMessages).length).toBeLessThanOrEqual(3);
});

test('a conversation that needs no reply is marked as done, which can be undone', async () => {
  let isDone = false;
  const current = () => ({ ...thread, is_waiting: !isDone });
  apiServer.on(listThreads, () => ({ count: 1, total_count: 1, results: [current()] }));
  apiServer.on(readThread, () => current());
  apiServer.on(listMessages, () => ({ ...createTestPage([message]), reply: 'possible' as const }));
  apiServer.on(markThreadSeen, ({ body }) => {
    isDone = body.done === true;
    return current();
  });
  const person = await renderScreen('/messages?contact=7', { account: adminAccount });
  await person.press('button', 'Mark as done');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Mark as done' })).toBeNull());
  expect(screen.queryAllByText('Not replied', { selector: '[data-tone]' })).toEqual([]);
  await person.press('button', 'Undo');
  expect(await screen.findByRole('button', { name: 'Mark as done' })).toBeVisible();
  expect(apiServer.requests(markThreadSeen).map(({ body }) => body)).toEqual([
    { seen: 3, done: true },
    { seen: 3, done: false },
  ]);
});
