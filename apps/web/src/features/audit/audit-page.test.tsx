import { screen, within } from '@testing-library/dom';
import { type AuditEntry, listAudit } from '@waypost/contract/audit/audit';
import { expect, test } from 'vitest';
import { createProblemResponse } from '../../testing/fake-api-server.ts';
import { apiServer, renderScreen } from '../../testing/render-screen.tsx';
import { adminAccount, createTestPage } from '../../testing/test-entities.ts';

const entry = (overrides: Partial<AuditEntry> = {}): AuditEntry => ({
  id: 1,
  url: '',
  user: { id: 4, url: '' },
  user_name: 'Bo',
  at: '2026-03-01T10:00:00+00:00',
  action: 'update',
  subject: 'roles',
  subject_id: '2',
  subject_name: 'Reviewer',
  details: { changed: ['permissions'] },
  allowed_privileges: ['read'],
  ...overrides,
});

const open = (search = '') => renderScreen(`/settings/audit${search}`, { account: adminAccount });

test('an empty log explains what it will contain', async () => {
  apiServer.on(listAudit, () => createTestPage([]));
  await open();
  expect(await screen.findByText('No changes yet')).toBeVisible();
});

test('an entry shows who changed what', async () => {
  apiServer.on(listAudit, () => createTestPage([entry()]));
  await open();
  const entries = await screen.findByRole('list', { name: 'Audit log' });
  expect(entries).toHaveTextContent(/Bo.*changed the role.*Reviewer/);
});

test('an entry of a deleted account is still shown', async () => {
  apiServer.on(listAudit, () => createTestPage([entry({ user_name: null, subject_name: null })]));
  await open();
  expect(await screen.findByRole('list', { name: 'Audit log' })).toHaveTextContent(/No\. 4/);
});

test('a deleted subject has a name and no link', async () => {
  apiServer.on(listAudit, () => createTestPage([entry({ action: 'delete', subject_exists: false })]));
  await open();
  const entries = await screen.findByRole('list', { name: 'Audit log' });
  expect(entries).toHaveTextContent(/deleted the role.*Reviewer/);
  expect(within(entries).queryByRole('link')).toBeNull();
});

test('choosing a subject requests its first page', async () => {
  apiServer.on(listAudit, () => createTestPage([entry()], 90));
  const person = await open('?page=3');
  await screen.findByRole('list', { name: 'Audit log' });
  await person.choose('Show changes to', 'Roles');
  await expect
    .poll(() => apiServer.requests(listAudit).at(-1)?.query)
    .toMatchObject({ subject: 'roles', offset: 0 });
});

test('a log that could not be read is requested again', async () => {
  let isDown = true;
  apiServer.on(listAudit, () =>
    isDown ? createProblemResponse('request.too-many') : createTestPage([entry()]),
  );
  const person = await open();
  await screen.findByRole('button', { name: 'Try again' });
  isDown = false;
  await person.press('button', 'Try again');
  expect(await screen.findByRole('list', { name: 'Audit log' })).toBeVisible();
});

test('pages can be changed with the keyboard', async () => {
  apiServer.on(listAudit, () => createTestPage([entry()], 90));
  const person = await open();
  const pages = within(await screen.findByRole('navigation', { name: 'Pages' }));
  pages.getByRole('link', { name: 'Next page' }).focus();
  await person.keyboard('{Enter}');
  await expect.poll(() => apiServer.requests(listAudit).at(-1)?.query.offset).toBe(25);
});
