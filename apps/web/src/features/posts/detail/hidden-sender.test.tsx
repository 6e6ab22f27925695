/** Looking at a sender who is withheld: the question for the reason, its errors, and what is shown then. */
import { screen, within } from '@testing-library/dom';
import { listCategories } from '@waypost/contract/categories/categories';
import { listMessages } from '@waypost/contract/messages/messages';
import { readPost } from '@waypost/contract/posts/posts';
import { viewPersonalDataOfPost } from '@waypost/contract/review/personal-data';
import { listAttributes } from '@waypost/contract/surveys/attributes';
import { readSurvey } from '@waypost/contract/surveys/surveys';
import { listTasks } from '@waypost/contract/surveys/tasks';
import { beforeEach, expect, test } from 'vitest';
import { createProblemResponse } from '../../../testing/fake-api-server.ts';
import { answerPostPage } from '../../../testing/post-page.ts';
import { apiServer, renderScreen } from '../../../testing/render-screen.tsx';
import {
  adminAccount,
  createTestPage,
  createTestPost,
  createTestSurvey,
  memberAccount,
} from '../../../testing/test-entities.ts';

const message = {
  id: 3,
  url: '',
  parent_id: null,
  contact_id: 3,
  post_id: 7,
  user_id: null,
  data_source: 'smssync',
  data_source_message_id: '1',
  title: null,
  message: 'The bridge is closed.',
  datetime: null,
  type: 'sms' as const,
  status: 'received' as const,
  direction: 'incoming' as const,
  created: '2026-03-01T10:00:00+00:00',
  additional_data: null,
  notification_post_id: null,
  contact: null,
  allowed_privileges: [],
};

beforeEach(() => {
  const reporter = { code: '7f3a2c', may_view: true };
  apiServer.on(readPost, () => createTestPost({ id: 7, title: 'Bridge closed', reporter }));
  apiServer.on(readSurvey, () => createTestSurvey());
  for (const endpoint of [listTasks, listCategories, listAttributes])
    apiServer.on(endpoint, () => createTestPage([]));
  apiServer.on(viewPersonalDataOfPost, () => ({
    user: null,
    author_realname: 'Amina K.',
    author_email: null,
    contact: { id: 3, type: 'phone' as const, contact: '+254700111222' },
    quoted_mails: [{ message_id: 3, created: '2026-03-01T10:00:00+00:00', text: 'On Tue Reports wrote:' }],
  }));
});

const open = (personal_data_reason: boolean) =>
  renderScreen('/posts/7', { account: memberAccount, config: { site: { personal_data_reason } } });

test('the reason is asked for, required, sent, and can be written with the keyboard alone', async () => {
  const person = await open(true);
  const button = await screen.findByRole('button', { name: 'Show sender' });
  button.focus();
  await person.keyboard('{Enter}');
  const dialog = await screen.findByRole('dialog', { name: 'Show the sender?' });
  const reason = within(dialog).getByRole('textbox', { name: 'Reason' });
  await expect.poll(() => document.activeElement).toBe(reason);
  await person.click(within(dialog).getByRole('button', { name: 'Show sender' }));
  expect(await within(dialog).findByText('Reason is required.')).toBeVisible();
  expect(apiServer.requests(viewPersonalDataOfPost)).toHaveLength(0);
  await person.type(reason, 'To ask for a picture');
  await person.click(within(dialog).getByRole('button', { name: 'Show sender' }));
  expect(await screen.findByText('Amina K.')).toBeVisible();
  expect(screen.getByText('+254700111222')).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(apiServer.requests(viewPersonalDataOfPost).map(({ body }) => body)).toEqual([
    { reason: 'To ask for a picture' },
  ]);
});

test('an error is shown in the dialog, which keeps the reason', async () => {
  apiServer.on(viewPersonalDataOfPost, () => createProblemResponse('request.too-many'));
  const person = await open(true);
  await person.press('button', 'Show sender');
  const dialog = await screen.findByRole('dialog', { name: 'Show the sender?' });
  const reason = within(dialog).getByRole('textbox', { name: 'Reason' });
  await person.type(reason, 'Danger');
  await person.click(within(dialog).getByRole('button', { name: 'Show sender' }));
  expect(await within(dialog).findByRole('alert')).toBeVisible();
  expect(reason).toHaveValue('Danger');
});

test('without the question one press shows the sender, and what was left out of the mail folded', async () => {
  const person = await open(false);
  await person.press('button', 'Show sender');
  expect(await screen.findByText('Amina K.')).toBeVisible();
  const quoted = screen.getByText('On Tue Reports wrote:');
  expect(quoted).not.toBeVisible();
  await person.click(screen.getByText(/^Quoted text and signature/));
  expect(quoted).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('beside its conversation the sender of a report is offered once', async () => {
  answerPostPage();
  const reporter = { code: '7f3a2c', may_view: true };
  apiServer.on(readPost, () => createTestPost({ id: 7, reporter, contact: { id: 3, url: '' } }));
  apiServer.on(listMessages, () => ({
    ...createTestPage([{ ...message, reporter, additional_data: { has_quoted_text: true } }]),
    reply: 'possible' as const,
  }));
  await renderScreen('/posts/7', { account: adminAccount });
  expect(await screen.findByText('The bridge is closed.')).toBeVisible();
  expect(screen.getByText(/was left out. “Show sender” shows it/)).toBeVisible();
  expect(await screen.findAllByRole('button', { name: 'Show sender' })).toHaveLength(1);
});
