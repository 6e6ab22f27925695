/** Undoing an applied template deletes what it has created, unless it was changed or is used. */
import type { Category } from '@waypost/contract/categories/categories';
import type {
  TemplateApplicationEntry,
  TemplateUndo,
} from '@waypost/contract/templates/template-applications';
import type { TemplateResult } from '@waypost/contract/templates/templates';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const exportAll = async () => (await app.send('admin', 'GET', '/templates/export')).body;
const apply = async (body: object) =>
  (await app.send<TemplateResult>('admin', 'POST', '/templates/apply', body)).body;
const undo = (id: number | null, method: 'GET' | 'DELETE' = 'DELETE') =>
  app.send<TemplateUndo>('admin', method, `/templates/applications/${id}`);
const minimal = (parts: object) => ({
  template: { format: 'waypost-template', version: 1, title: 'Test', ...parts },
});
const attribute = (key: string, label: string) => ({ key, label, type: 'varchar', input: 'text' });
const survey = (key: string, name: string, ...attributes: object[]) => ({
  key,
  name,
  stages: [{ label: 'Post', type: 'post', attributes }],
});
const summarize = (changes: TemplateResult['changes']) =>
  changes.map(({ part, name, action, reason }) => [part, name, action, reason]);

test.each(['flood', 'election', 'human-rights'])(
  'after %s was applied and undone, everything is as before',
  async (name) => {
    const before = await exportAll();
    const { application_id: id } = await apply({ name });
    expect(id).not.toBeNull();
    const planned = await undo(id, 'GET');
    expect(planned.body.changes.every(({ action }) => action === 'delete')).toBe(true);
    const undone = await undo(id);
    expect([undone.status, undone.body]).toEqual([200, planned.body]);
    expect(await exportAll()).toEqual(before);
    expect((await undo(id)).status).toBe(409);
    expect((await undo(id, 'GET')).body.changes).toEqual([]);
  },
);

describe('what stays', () => {
  test('what was changed, what reports and people use, and what belongs to it', async () => {
    const { application_id: id } = await apply(
      minimal({
        roles: [
          { name: 'warden', display_name: 'Warden', permissions: [] },
          { name: 'guide', display_name: 'Guide', permissions: [] },
        ],
        tags: [
          { slug: 'road', tag: 'Road', children: [{ slug: 'blocked', tag: 'Blocked' }] },
          { slug: 'power', tag: 'Power' },
        ],
        forms: [survey('answered', 'Answered', attribute('answered-a', 'A')), survey('unused', 'Unused')],
        savedsearches: [{ name: 'Of the road', filter: { tags: ['road'] } }],
      }),
    );
    const categories = await app.send<{ results: Category[] }>('admin', 'GET', '/tags?q=Blocked');
    await app.send('admin', 'PUT', `/tags/${categories.body.results[0]?.id}`, { tag: 'Closed' });
    await app.send('admin', 'POST', '/invitations', { role: 'warden' });
    const surveys = await app.send<{ results: { id: number }[] }>('admin', 'GET', '/forms?q=Answered');
    const post = { title: 'A report', form: { id: surveys.body.results[0]?.id }, values: {} };
    expect((await app.send('admin', 'POST', '/posts', post)).status).toBe(200);
    const { body } = await undo(id);
    expect(summarize(body.changes)).toEqual([
      ['savedsearches', 'Of the road', 'delete', null],
      ['forms', 'Answered', 'keep', 'posts'],
      ['forms', 'Unused', 'delete', null],
      ['tags', 'Power', 'delete', null],
      ['tags', 'Road', 'keep', 'children'],
      ['roles', 'Warden', 'keep', 'people'],
      ['roles', 'Guide', 'delete', null],
      ['tags', 'Closed', 'keep', 'changed'],
    ]);
  });

  test('what is gone already is not named', async () => {
    const { application_id: id } = await apply(minimal({ tags: [{ slug: 'gone', tag: 'Gone' }] }));
    const found = await app.send<{ results: Category[] }>('admin', 'GET', '/tags?q=Gone');
    await app.send('admin', 'DELETE', `/tags/${found.body.results[0]?.id}`);
    expect((await undo(id)).body.changes).toEqual([]);
  });
});

test('questions that were added to a survey go again, but for those that were answered or changed', async () => {
  const before = [attribute('grown-a', 'A')];
  await apply(minimal({ forms: [survey('grown', 'Grown', ...before)] }));
  const added = [attribute('grown-b', 'B'), attribute('grown-c', 'C')];
  const { application_id: id } = await apply(
    minimal({ forms: [survey('grown', 'Grown', ...before, ...added)] }),
  );
  const found = await app.send<{ results: { id: number }[] }>('admin', 'GET', '/forms?q=Grown');
  const form = { id: found.body.results[0]?.id };
  const post = { title: 'A report', form, values: { 'grown-c': ['yes'] } };
  expect((await app.send('admin', 'POST', '/posts', post)).status).toBe(200);
  const { body } = await undo(id);
  expect(body.changes).toEqual([
    {
      part: 'forms',
      name: 'Grown',
      action: 'update',
      reason: null,
      attributes: { created: 0, updated: 0, deleted: 1, kept: 1 },
    },
  ]);
});

test('what replaced or deleted something cannot be undone, and nothing created needs no undo', async () => {
  const template = { tags: [{ slug: 'once', tag: 'Once' }] };
  await apply(minimal(template));
  expect((await apply(minimal(template))).application_id).toBeNull();
  const replaced = {
    ...minimal({
      tags: [
        { slug: 'once', tag: 'Twice' },
        { slug: 'more', tag: 'More' },
      ],
    }),
    mode: 'replace',
  };
  expect((await apply(replaced)).application_id).toBeNull();
});

test('only those who may change settings see and undo what was applied', async () => {
  const { application_id: id } = await apply(minimal({ tags: [{ slug: 'mine', tag: 'Mine' }] }));
  for (const actor of ['passer-by', 'member', 'reviewer'] as const)
    for (const reply of [
      await app.send(actor, 'GET', '/templates/applications'),
      await app.send(actor, 'GET', `/templates/applications/${id}`),
      await app.send(actor, 'DELETE', `/templates/applications/${id}`),
    ])
      expect([401, 403]).toContain(reply.status);
  expect((await undo(987_654)).status).toBe(404);
  const listed = await app.send<{ results: TemplateApplicationEntry[] }>(
    'admin',
    'GET',
    '/templates/applications',
  );
  expect(listed.body.results[0]).toMatchObject({ id, title: 'Test', undone: null });
  expect((await app.send('settings manager', 'DELETE', `/templates/applications/${id}`)).status).toBe(200);
});
