import { screen } from '@testing-library/dom';
import { listOutbox, type OutboxMail, type OutgoingState } from '@waypost/contract/mail/outbox';
import { expect, test } from 'vitest';
import { createProblemResponse } from '../../testing/fake-api-server.ts';
import { apiServer, renderScreen } from '../../testing/render-screen.tsx';
import { adminAccount, createTestPage } from '../../testing/test-entities.ts';

const mail = (it: Partial<OutboxMail> = {}): OutboxMail => ({
  id: 1,
  url: '',
  subject: 'Choose a new password',
  to: 'rosa@example.org',
  text: 'Go to https://waypost.example.org/forgotpassword/confirm',
  state: 'waiting',
  attempts: 0,
  fault: null,
  held: null,
  created: '2026-03-01T10:00:00+00:00',
  expires: '2026-03-02T10:00:00+00:00',
  sent: null,
  allowed_privileges: ['read', 'search', 'read_full'],
  ...it,
});

const answer = (mails: OutboxMail[], outgoing?: OutgoingState) =>
  apiServer.on(listOutbox, () => ({ ...createTestPage(mails), ...(outgoing ? { outgoing } : {}) }));
const open = () => renderScreen('/settings/outbox', { account: adminAccount });
const row = () => screen.findByRole('button', { name: /Choose a new password/ });

test('mail that an unencrypted server would carry is held back, says why, and names the way out', async () => {
  answer([mail({ held: 'unencrypted', fault: 'unencrypted' })], 'unencrypted');
  const person = await open();
  expect(await row()).toHaveTextContent('Held back');
  expect(await row()).not.toHaveTextContent('Waiting');
  expect(await row()).toHaveTextContent(
    'It gives access to an account, and the connection to the mail server is not encrypted.',
  );
  const notice = await screen.findByRole('alert');
  expect(notice).toHaveTextContent(/^The connection to the mail server is not encrypted/);
  expect(notice).toHaveTextContent(/SSL or TLS.*SMTP_URL/);
  await person.click(await row());
  expect(
    screen.getByText(
      /It will be sent once outgoing email uses SSL or TLS, or SMTP_URL is set\. Until then, an administrator can pass it on by hand/,
    ),
  ).toBeVisible();
  expect(screen.queryByText(/The mail server rejected it/)).toBeNull();
});

test('without outgoing mail it says so, and each mail that waits says that it is held', async () => {
  answer([mail({ held: 'no-mailer' }), mail({ id: 2, subject: 'Sent before', state: 'sent' })], 'none');
  await open();
  expect(await row()).toHaveTextContent(/Outgoing email is not set up\..*Held back/);
  const notice = await screen.findByRole('alert');
  expect(notice).toHaveTextContent(/Outgoing email is not set up/);
  const link = screen.getAllByRole('link', { name: 'Data sources' }).find((it) => notice.contains(it));
  expect(link).toHaveAttribute('href', '/settings/datasources');
  expect(screen.getByRole('button', { name: /Sent before/ })).not.toHaveTextContent('Held back');
});

test('a confirmation code is listed without its text', async () => {
  answer([mail({ subject: 'Your code', text: null, is_confirmation: true, held: 'no-mailer' })], 'none');
  const person = await open();
  const code = await screen.findByRole('button', { name: /^Confirmation code/ });
  expect(code).toHaveTextContent('Held back');
  await person.click(code);
  expect(screen.getByText('Only the recipient can read the code.')).toBeVisible();
  expect(screen.queryByText(/pass it on by hand/)).toBeNull();
  expect(screen.queryByRole('button', { name: 'Copy text' })).toBeNull();
});

test('mail on its way waits, and what the server answered is told', async () => {
  answer([mail({ attempts: 2, fault: 'ECONNREFUSED' })], 'ready');
  const person = await open();
  expect(await row()).toHaveTextContent('Waiting');
  expect(screen.queryByRole('alert')).toBeNull();
  await person.click(await row());
  expect(screen.getByText(/rejected it \(ECONNREFUSED\)\. 2 attempts/)).toBeVisible();
});

test('an older server tells of a held mail by its fault alone', async () => {
  answer([mail({ held: undefined, fault: 'unencrypted' })]);
  await open();
  expect(await row()).toHaveTextContent('Held back');
});

test('who may not read mails is told so, and sees no empty address', async () => {
  const { to: _to, text: _text, ...rest } = mail();
  answer([{ ...rest, allowed_privileges: ['read', 'search'] }], 'ready');
  const person = await open();
  expect(await row()).not.toHaveTextContent(/To/);
  await person.click(await row());
  expect(screen.getByText('Only administrators can read the text.')).toBeVisible();
});

test('links stand as text until they are asked for', async () => {
  answer([mail()], 'ready');
  const person = await open();
  await person.click(await row());
  expect(screen.queryByRole('link', { name: /forgotpassword/ })).toBeNull();
  await person.press('button', 'Show links');
  expect(await screen.findByRole('link', { name: /forgotpassword/ })).toBeVisible();
});

test('without any mail it says what will be here', async () => {
  answer([], 'ready');
  await open();
  expect(await screen.findByText('No emails')).toBeVisible();
});

test('it loads, and a list that cannot be read is asked for again', async () => {
  let isDown = true;
  apiServer.on(listOutbox, () =>
    isDown ? createProblemResponse('server.failed') : createTestPage([mail()]),
  );
  const person = await open();
  await screen.findByText(/Something went wrong on the server/);
  isDown = false;
  await person.press('button', 'Try again');
  expect(await row()).toBeVisible();
});
