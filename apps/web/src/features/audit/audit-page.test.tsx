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

test('nothing yet says what will be here', async () => {
  apiServer.on(listAudit, () => createTestPage([]));
  await open();
  expect(await screen.findByText('No changes')).toBeVisible();
});

test('an entry says who changed what', async () => {
  apiServer.on(listAudit, () => createTestPage([entry()]));
  await open();
  const entries = await screen.findByRole('list', { name: 'Audit log' });
  expect(entries).toHaveTextContent(/Bo.*changed the role.*Reviewer/);
});

test('an entry whose account is gone is still told', async () => {
  apiServer.on(listAudit, () => createTestPage([entry({ user_name: null, subject_name: null })]));
  await open();
  expect(await screen.findByRole('list', { name: 'Audit log' })).toHaveTextContent(/No\. 4/);
});

test('choosing a subject asks for it from the first page on', async () => {
  apiServer.on(listAudit, () => createTestPage([entry()], 90));
  const person = await open('?page=3');
  await screen.findByRole('list', { name: 'Audit log' });
  await person.choose('Show changes of', 'Roles');
  await expect
    .poll(() => apiServer.requests(listAudit).at(-1)?.query)
    .toMatchObject({ subject: 'roles', offset: 0 });
});

test('a log that cannot be read is asked for again', async () => {
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

test('pages can be gone through with the keyboard', async () => {
  apiServer.on(listAudit, () => createTestPage([entry()], 90));
  const person = await open();
  const pages = within(await screen.findByRole('navigation', { name: 'Pages' }));
  pages.getByRole('link', { name: 'Next page' }).focus();
  await person.keyboard('{Enter}');
  await expect.poll(() => apiServer.requests(listAudit).at(-1)?.query.offset).toBe(25);
});
