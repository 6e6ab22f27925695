import { screen, within } from '@testing-library/dom';
import { type AuditEntry, listAudit } from '@waypost/contract/audit';
import { expect, test } from 'vitest';
import { problem } from '../../testing/api-server.ts';
import { admin, page } from '../../testing/records.ts';
import { renderScreen, server } from '../../testing/render-screen.tsx';

const entry = (it: Partial<AuditEntry> = {}): AuditEntry => ({
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
  ...it,
});

const open = (search = '') => renderScreen(`/settings/audit${search}`, { as: admin });

test('nothing yet says what will be here', async () => {
  server.on(listAudit, () => page([]));
  await open();
  expect(await screen.findByText('No changes')).toBeVisible();
});

test('an entry says who changed what', async () => {
  server.on(listAudit, () => page([entry()]));
  await open();
  const entries = await screen.findByRole('list', { name: 'Audit log' });
  expect(entries).toHaveTextContent(/Bo.*changed the role.*Reviewer/);
});

test('an entry whose account is gone is still told', async () => {
  server.on(listAudit, () => page([entry({ user_name: null, subject_name: null })]));
  await open();
  expect(await screen.findByRole('list', { name: 'Audit log' })).toHaveTextContent(/No\. 4/);
});

test('choosing a subject asks for it from the first page on', async () => {
  server.on(listAudit, () => page([entry()], 90));
  const person = await open('?page=3');
  await screen.findByRole('list', { name: 'Audit log' });
  await person.choose('Show changes of', 'Roles');
  await expect
    .poll(() => server.requests(listAudit).at(-1)?.query)
    .toMatchObject({ subject: 'roles', offset: 0 });
});

test('a log that cannot be read is asked for again', async () => {
  let isDown = true;
  server.on(listAudit, () => (isDown ? problem('request.too-many') : page([entry()])));
  const person = await open();
  await screen.findByRole('button', { name: 'Try again' });
  isDown = false;
  await person.press('button', 'Try again');
  expect(await screen.findByRole('list', { name: 'Audit log' })).toBeVisible();
});

test('pages can be gone through with the keyboard', async () => {
  server.on(listAudit, () => page([entry()], 90));
  const person = await open();
  const pages = within(await screen.findByRole('navigation', { name: 'Pages' }));
  pages.getByRole('link', { name: 'Next page' }).focus();
  await person.keyboard('{Enter}');
  await expect.poll(() => server.requests(listAudit).at(-1)?.query.offset).toBe(25);
});
