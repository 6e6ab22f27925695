import { screen, within } from '@testing-library/dom';
import { type AuditEntry, listAudit } from '@waypost/contract/audit/audit';
import { listRoles } from '@waypost/contract/users/roles';
import { expect, test } from 'vitest';
import { createProblemResponse } from '../../testing/fake-api-server.ts';
import { apiServer, renderScreen } from '../../testing/render-screen.tsx';
import { adminAccount, createTestPage, createTestRole } from '../../testing/test-entities.ts';

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

test('a decision on a report has the names of its statuses', async () => {
  const details = { changed: ['status'], status: { from: 'draft', to: 'published' }, revision: 3 };
  apiServer.on(listAudit, () => createTestPage([entry({ subject: 'posts', subject_name: null, details })]));
  await open();
  const entries = await screen.findByRole('list', { name: 'Audit log' });
  expect(entries).toHaveTextContent(/Status: Under review.*Published/);
});

test('changes of a survey have the labels of its editor', async () => {
  const details = {
    hide_author: { from: false, to: true },
    can_create: { from: true, to: ['reviewer'] },
    place_mask: { from: 'rounded', to: 'hidden' },
    publication_delay_hours: { from: 0, to: 24 },
    internal_tasks: { from: ['Check'], to: [] },
    changed: ['consent'],
  };
  apiServer.on(listRoles, () =>
    createTestPage([createTestRole({ name: 'reviewer', display_name: 'Reviewer' })]),
  );
  apiServer.on(listAudit, () =>
    createTestPage([entry({ subject: 'forms', subject_name: 'Water points', details })]),
  );
  await open();
  const entries = within(await screen.findByRole('list', { name: 'Audit log' }));
  expect(entries.getByRole('link', { name: 'Water points' })).toHaveAttribute(
    'href',
    '/settings/surveys/edit/2',
  );
  const readLines = () => entries.getAllByRole('listitem').map(({ textContent }) => textContent);
  await expect
    .poll(readLines)
    .toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^Hide who sent it: No.*Yes$/),
        expect.stringMatching(/^Who can submit to this survey: Everyone.*Reviewer$/),
        expect.stringMatching(/^What others see: A rounded place.*No place$/),
        expect.stringMatching(/^Publish later: 0 hours.*24 hours$/),
        expect.stringMatching(/^For the team only: Check.*none$/),
        'Changed: Consent',
      ]),
    );
});

test('a deleted report has no link', async () => {
  const deletion = { action: 'delete', subject: 'posts', subject_id: '7', subject_name: null } as const;
  apiServer.on(listAudit, () => createTestPage([entry({ ...deletion, subject_exists: false })]));
  await open();
  const entries = await screen.findByRole('list', { name: 'Audit log' });
  expect(entries).toHaveTextContent(/deleted the report.*7/);
  expect(within(entries).queryByRole('link', { name: /7/ })).toBeNull();
});

test('merging and splitting are told apart', async () => {
  const report = { subject: 'posts' as const, subject_name: null };
  apiServer.on(listAudit, () =>
    createTestPage([
      entry({ ...report, id: 1, details: { changed: ['merged_posts'], split: [3] } }),
      entry({ ...report, id: 2, details: { changed: ['merged_into'], merged_into: null } }),
      entry({ ...report, id: 3, details: { changed: ['merged_posts'], merged: [3] } }),
      entry({ ...report, id: 4, details: { changed: ['merged_into'], merged_into: 2 } }),
    ]),
  );
  await open();
  const list = within(await screen.findByRole('list', { name: 'Audit log' }));
  const texts = list.getAllByText(/^Changed: /).map((it) => it.textContent);
  expect(texts).toEqual([
    'Changed: Report split off',
    'Changed: Report split off',
    'Changed: Merged reports',
    'Changed: Merged into',
  ]);
});

test('pages can be changed with the keyboard', async () => {
  apiServer.on(listAudit, () => createTestPage([entry()], 90));
  const person = await open();
  const pages = within(await screen.findByRole('navigation', { name: 'Pages' }));
  pages.getByRole('link', { name: 'Next page' }).focus();
  await person.keyboard('{Enter}');
  await expect.poll(() => apiServer.requests(listAudit).at(-1)?.query.offset).toBe(25);
});

test('data sources, numbers and answers are shown as on other screens', async () => {
  const settings = { subject: 'config', subject_id: 'data-provider', subject_name: null } as const;
  apiServer.on(listAudit, () =>
    createTestPage([
      entry({ ...settings, details: { changed: ['providers', 'smssync'] } }),
      entry({
        id: 2,
        subject: 'bulk-changes',
        details: {
          changed: ['set-status'],
          posts: { from: 0, to: 12_345 },
          status: { from: null, to: 'published' },
        },
      }),
      entry({ id: 5, subject: 'bulk-changes', action: 'delete', details: { posts: { from: 100, to: 0 } } }),
      entry({ id: 3, subject: 'posts', details: { trusted: { from: false, to: true } } }),
      entry({ id: 4, details: { permissions: { from: [], to: ['Manage Users'] } } }),
    ]),
  );
  await open();
  const entries = await screen.findByRole('list', { name: 'Audit log' });
  expect(entries).toHaveTextContent(/Changed: Data sources turned on, SMSSync/);
  expect(entries).toHaveTextContent('Reports: 12,345Status: Published');
  expect(entries).toHaveTextContent('Reports: 100');
  expect(entries).not.toHaveTextContent(/Reports: [\d,]+ →/);
  expect(entries).toHaveTextContent(/Trusted sender: No.*Yes/);
  expect(entries).toHaveTextContent(/Permissions: none.*Manage users/);
});

test('a built-in role has a translated name until it is renamed', async () => {
  const admin = createTestRole({ id: 1, name: 'admin', display_name: 'Admin' });
  const editor = createTestRole({ id: 2, name: 'editor', display_name: 'Field desk' });
  apiServer.on(listRoles, () => createTestPage([admin, editor]));
  apiServer.on(listAudit, () =>
    createTestPage([
      entry({ subject_id: '1', subject_name: 'Admin', details: { role: { from: 'admin', to: 'editor' } } }),
    ]),
  );
  await renderScreen('/settings/audit', { account: adminAccount, language: 'es' });
  const entries = await screen.findByRole('list', { name: 'Registro de auditoría' });
  await expect.poll(() => entries.textContent).toMatch(/Administrador.*Administrador.*Field desk/);
});

test('rules of retention and periods are shown in words, before and after', async () => {
  const rule = { action: 'delete', days: 90, status: 'archived', form: 7, survey: 'Flood' };
  const other = { action: 'anonymize', days: 1, keep_exact: true, status: null, form: 'none', survey: null };
  const retention = { subject: 'retention', subject_id: 'rules', subject_name: null } as const;
  const config = { subject: 'config', subject_id: 'retention', subject_name: null } as const;
  apiServer.on(listAudit, () =>
    createTestPage([
      entry({ ...retention, details: { changed: ['rules'], rules: { from: [rule], to: [rule, other] } } }),
      entry({ ...config, id: 2, details: { changed: ['audit'], audit: { from: null, to: { days: 365 } } } }),
    ]),
  );
  await open();
  const entries = await screen.findByRole('list', { name: 'Audit log' });
  expect(entries).toHaveTextContent(
    /Rules: Delete the report · Flood · Archived · 90 days.*Delete the report · Flood · Archived · 90 days Remove personal data · Reports without a survey · Any status · 1 day · with exact places and times for the team/,
  );
  expect(entries).toHaveTextContent(/Audit log entries: none.*365 days/);
});

test('entries are below the day on which they were made', async () => {
  const at = (daysAgo: number) =>
    new Date(Date.now() - daysAgo * 86_400_000).toISOString().replace(/\.\d+Z$/, '+00:00');
  apiServer.on(listAudit, () =>
    createTestPage([entry({ at: at(0) }), entry({ id: 2, at: at(1) }), entry({ id: 3, at: at(1) })]),
  );
  await open();
  const entries = await screen.findByRole('list', { name: 'Audit log' });
  const days = within(entries)
    .getAllByRole('heading', { level: 2 })
    .map((heading) => [
      heading.textContent,
      heading.nextElementSibling?.querySelectorAll(':scope > li').length,
    ]);
  expect(days).toEqual([
    ['Today', 1],
    ['Yesterday', 2],
  ]);
});

test('a look at a contact names which one, with a link to its conversation', async () => {
  apiServer.on(listAudit, () =>
    createTestPage([
      entry({ action: 'view', subject: 'contacts', subject_id: '12', subject_name: null, details: {} }),
    ]),
  );
  await open();
  const entries = await screen.findByRole('list', { name: 'Audit log' });
  expect(entries).toHaveTextContent(/looked at the number or address of a contact No\. 12/);
  expect(within(entries).getByRole('link', { name: 'No. 12' })).toHaveAttribute(
    'href',
    '/messages?contact=12',
  );
});
