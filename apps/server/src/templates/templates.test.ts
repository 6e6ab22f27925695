import type { Category } from '@waypost/contract/categories/categories';
import { type TemplateInput, templateLanguages } from '@waypost/contract/templates/template-format';
import type { TemplateChange, TemplateResult, TemplateSummary } from '@waypost/contract/templates/templates';
import type { Role } from '@waypost/contract/users/roles';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ApiReply, startTestApp, type TestApp } from '../testing/app/test-app.ts';
import { findTemplate, templateNames } from './ready-templates.ts';

let app: TestApp;
let other: TestApp;
beforeAll(async () => {
  [app, other] = await Promise.all([startTestApp(), startTestApp()]);
});
afterAll(() => Promise.all([app.close(), other.close()]));

type Body = { template?: unknown; name?: string; mode?: 'merge' | 'replace'; language?: string };
const apply = (it: TestApp, body: Body, actor: 'admin' | 'settings manager' = 'admin') =>
  it.send<TemplateResult>(actor, 'POST', '/templates/apply', body);
const preview = (it: TestApp, body: Body, actor: 'admin' | 'settings manager' = 'admin') =>
  it.send<TemplateResult>(actor, 'POST', '/templates/preview', body);
const exportAll = async (it: TestApp) =>
  (await it.send<TemplateInput>('admin', 'GET', '/templates/export')).body;
const changed = ({ body }: ApiReply<TemplateResult>) =>
  body.changes.filter(({ action }) => action !== 'same');
const find = ({ body }: ApiReply<TemplateResult>, name: string): TemplateChange | undefined =>
  body.changes.find((change) => change.name === name);
const pointers = (reply: ApiReply<unknown>) =>
  (reply.body as { errors: { source?: { pointer: string } }[] }).errors.flatMap(
    (it) => it.source?.pointer ?? [],
  );
const minimal = (parts: object) => ({ format: 'waypost-template', version: 1, title: 'Test', ...parts });

describe('ready-made templates', () => {
  test('are listed in the language that is asked for', async () => {
    const list = await app.send<{ results: TemplateSummary[] }>('admin', 'GET', '/templates?language=fr');
    expect(list.body.results.map(({ name }) => name)).toEqual(templateNames);
    expect(list.body.results.find(({ name }) => name === 'flood')).toMatchObject({
      title: 'Inondation',
      forms: 1,
    });
    expect((await app.send('admin', 'GET', '/templates/no-such-template')).status).toBe(404);
  });

  test('are refused in what is no language, and taken in English where they are not translated', async () => {
    for (const language of ['e\0n', '\0\0', '!!', 'en-']) {
      const refused = await preview(app, { name: 'flood', language });
      expect([refused.status, pointers(refused)], JSON.stringify(language)).toEqual([422, ['/language']]);
    }
    const list = await app.send('admin', 'GET', `/templates?language=${encodeURIComponent('f\0r')}`);
    expect([list.status, pointers(list)]).toEqual([422, ['/language']]);
    for (const language of ['en_US', 'xx'])
      expect(find(await preview(app, { name: 'flood', language }), 'Flood report')?.action).toBe('create');
  });

  test('have every text in all twelve languages', () => {
    const missing: string[] = [];
    const walk = (value: unknown, path: string): void => {
      if (typeof value !== 'object' || value === null) return;
      if ('en' in value) {
        const languages = Object.keys(value).toSorted().join();
        if (languages !== [...templateLanguages].toSorted().join()) missing.push(path);
      } else for (const [key, part] of Object.entries(value)) walk(part, `${path}/${key}`);
    };
    for (const name of templateNames) walk(findTemplate(name), name);
    expect(missing).toEqual([]);
  });

  test('can each be applied, and none disturbs another', async () => {
    const fresh = await startTestApp();
    for (const name of templateNames) {
      const applied = await apply(fresh, { name, language: 'ar' });
      expect([name, applied.status]).toEqual([name, 200]);
      expect(changed(await preview(fresh, { name, language: 'hi' }))).toEqual([]);
    }
    await fresh.close();
  });

  test.each(['passer-by', 'visitor', 'member', 'reviewer'] as const)('are not for %s', async (actor) => {
    const status = actor === 'passer-by' ? 401 : 403;
    expect((await app.send(actor, 'GET', '/templates')).status).toBe(status);
    expect((await app.send(actor, 'GET', '/templates/export')).status).toBe(status);
    expect((await app.send(actor, 'POST', '/templates/preview', { name: 'flood' })).status).toBe(status);
    expect((await app.send(actor, 'POST', '/templates/apply', { name: 'flood' })).status).toBe(status);
  });
});

describe('applying', () => {
  test('a preview changes nothing and says what applying does', async () => {
    const before = await exportAll(app);
    const planned = await preview(app, { name: 'flood', language: 'es' });
    expect(planned.status).toBe(200);
    expect(await exportAll(app)).toEqual(before);
    expect(find(planned, 'Reporte de inundación')).toMatchObject({ part: 'forms', action: 'create' });
    const applied = await apply(app, { name: 'flood', language: 'es' });
    expect(applied.body.changes).toEqual(planned.body.changes);
    const log = await app.send<{ results: object[] }>('admin', 'GET', '/audit?subject=templates');
    expect(log.body.results[0]).toMatchObject({
      subject_name: 'Inundación',
      details: { mode: 'merge', deleted: 0 },
    });
  });

  test('merging the same template again, in any language, changes nothing', async () => {
    for (const language of ['es', 'en', 'uk']) {
      const again = await apply(app, { name: 'flood', language });
      expect(again.status).toBe(200);
      expect(changed(again)).toEqual([]);
    }
  });

  test('merging adds what was deleted and leaves alone what was changed', async () => {
    const tags = await app.send<{ results: Category[] }>('admin', 'GET', '/tags?q=Puente');
    const [bridge] = tags.body.results;
    await app.send('admin', 'PUT', `/tags/${bridge?.id}`, { tag: 'Puentes' });
    const rescue = await app.send<{ results: Category[] }>('admin', 'GET', '/tags?q=rescate');
    await app.send('admin', 'DELETE', `/tags/${rescue.body.results[0]?.id}`);
    const again = await apply(app, { name: 'flood', language: 'es' });
    expect(changed(again)).toMatchObject([{ part: 'tags', action: 'create' }]);
    expect(find(again, 'Puentes')?.action).toBe('same');
  });

  test('nobody creates by a template what they could not create by hand', async () => {
    const template = minimal({
      roles: [{ name: 'guard', display_name: 'Guard', permissions: ['Manage Users'] }],
      tags: [{ slug: 'guarded', tag: 'Guarded', role: ['guard'] }],
      forms: [
        { key: 'guarded', name: 'Guarded', everyone_can_create: false, can_create: ['guard'], stages: [] },
      ],
      savedsearches: [{ name: 'Guarded', role: ['guard'], filter: { tags: ['guarded'] } }],
    });
    const result = await apply(app, { template }, 'settings manager');
    expect(result.body.changes.map(({ part, action, reason }) => [part, action, reason])).toEqual([
      ['roles', 'skip', 'rights'],
      ['tags', 'create', null],
      ['forms', 'create', null],
      ['savedsearches', 'skip', 'rights'],
    ]);
    const roles = await app.send<{ results: Role[] }>('admin', 'GET', '/roles?name=guard');
    expect(roles.body.results).toEqual([]);
    // What was limited to the missing role is not open to everyone.
    const tags = await app.send<{ results: Category[] }>('admin', 'GET', '/tags?q=Guarded');
    expect(tags.body.results[0]?.role).toEqual(['admin']);
    const visible = await app.send<{ results: Category[] }>('member', 'GET', '/tags?q=Guarded');
    expect(visible.body.results).toEqual([]);
  });

  test('a failure anywhere leaves nothing behind', async () => {
    const template = minimal({
      tags: [{ slug: 'half-way', tag: 'Half-way' }],
      forms: [
        { key: 'half', name: 'Half', stages: [{ label: 'Post', type: 'post', attributes: twoTitles }] },
      ],
    });
    const refused = await apply(app, { template });
    expect(refused.status).toBe(422);
    expect(pointers(refused)).toEqual(['/template/forms/0/stages/0/attributes/1/type']);
    const tags = await app.send<{ results: Category[] }>('admin', 'GET', '/tags?q=Half-way');
    expect(tags.body.results).toEqual([]);
  });
});

describe('a survey of another file whose questions have the same keys', () => {
  const survey = (key: string, name: string) => ({
    forms: [{ key, name, stages: [{ label: 'Post', type: 'post', attributes: [equalTitle] }] }],
    savedsearches: [{ name: `Search ${name}`, filter: { form: [key] } }],
  });

  test('is left out, and does not change the one that is here', async () => {
    expect((await apply(app, { template: minimal(survey('shelter', 'Shelter')) })).status).toBe(200);
    const template = minimal(survey('school', 'School'));
    const planned = await preview(app, { template });
    expect(find(planned, 'School')).toMatchObject({ action: 'skip', reason: 'fields' });
    const applied = await apply(app, { template });
    expect([applied.status, applied.body.changes]).toEqual([200, planned.body.changes]);
    const surveys = await app.send<{ results: { name: string }[] }>('admin', 'GET', '/forms?q=Sh');
    expect(surveys.body.results.map(({ name }) => name)).toContain('Shelter');
  });

  test('becomes the one that is here when it replaces it', async () => {
    const template = { ...minimal(survey('school', 'School')), kind: 'survey' };
    const planned = await preview(app, { template, mode: 'replace' });
    expect(find(planned, 'School')).toMatchObject({ part: 'forms', action: 'update' });
  });
});

const equalTitle = { key: 'equal-title', label: 'Title', type: 'title', input: 'text' };
const title = { key: 'half-title', label: 'Title', type: 'title', input: 'text' };
const twoTitles = [title, { ...title, key: 'half-title-2' }];

describe('faults are refused with their place in the file', () => {
  test.each([
    [{ formate: 1 }, ['/template/formate']],
    [{ tags: [{ slug: 'a', tag: 'Fine', colour: '#fff' }] }, ['/template/tags/0/colour']],
    [{ tags: [{ slug: 'a', tag: 'Fine', color: 'blue' }] }, ['/template/tags/0/color']],
    [{ tags: [{ slug: 'a', tag: 'x' }] }, ['/template/tags/0/tag']],
    [
      { roles: [{ name: 'abc', display_name: 'Abc', permissions: ['Everything'] }] },
      ['/template/roles/0/permissions/0'],
    ],
    [
      {
        forms: [{ key: 'a', name: 'Fine', stages: [{ label: 'Post', attributes: [{ ...title, kind: 1 }] }] }],
      },
      ['/template/forms/0/stages/0/attributes/0/kind'],
    ],
    [
      {
        tags: [
          { slug: 'a', tag: 'One' },
          { slug: 'b', tag: 'Two', children: [{ slug: 'a', tag: 'Three' }] },
        ],
      },
      ['/template/tags/1/children/0/slug'],
    ],
    [
      { savedsearches: [{ name: 'Search', filter: { tags: ['nowhere'] } }] },
      ['/template/savedsearches/0/filter/tags/0'],
    ],
    [
      { savedsearches: [{ name: 'Search', filter: { user: [1] } }] },
      ['/template/savedsearches/0/filter/user'],
    ],
    [{ version: 2 }, ['/template/version']],
    [{ tags: [{ slug: 'a\0b', tag: 'Fine' }] }, ['/template/tags/0/slug']],
    [{ description: 'Of \0 nothing' }, ['/template/description']],
    [
      { savedsearches: [{ name: 'Search', filter: { values: { 'a\0': 'b' } } }] },
      ['/template/savedsearches/0/filter/values'],
    ],
    [
      { savedsearches: [{ name: 'Search', filter: { bbox: 'around here' } }] },
      ['/template/savedsearches/0/filter'],
    ],
  ])('%j', async (parts, expected) => {
    for (const send of [preview, apply]) {
      const refused = await send(app, { template: minimal(parts) });
      expect([refused.status, pointers(refused)]).toEqual([422, expected]);
    }
  });

  test('a file that is too large, none, and an unknown name', async () => {
    const large = minimal({ description: 'x'.repeat(900_001) });
    expect(pointers(await preview(app, { template: large }))).toEqual(['/template']);
    expect(pointers(await preview(app, {}))).toEqual(['/template']);
    expect(pointers(await preview(app, { name: 'no-such-template' }))).toEqual(['/name']);
  });
});

describe('moving a set-up to another deployment', () => {
  test('replacing makes the other deployment the same, and replacing again changes nothing', async () => {
    const file = await exportAll(app);
    const moved = await apply(other, { template: file, mode: 'replace' });
    expect(moved.status).toBe(200);
    const { title: _, ...copy } = await exportAll(other);
    const { title: __, ...original } = file;
    const withoutOrder = (it: typeof copy) => ({
      ...it,
      roles: it.roles?.toSorted((a, b) => a.name.localeCompare(b.name)),
      forms: it.forms?.toSorted((a, b) => a.key.localeCompare(b.key)),
    });
    expect(withoutOrder(copy)).toEqual(withoutOrder(original));
    const again = await apply(other, { template: file, mode: 'replace' });
    expect(changed(again).filter(({ action }) => action !== 'keep')).toEqual([]);
  });

  test('replacing changes what differs and keeps what reports and people use', async () => {
    const file = await exportAll(other);
    const [survey] = file.forms ?? [];
    const used = await other.send<{ results: { id: number; name: string }[] }>('admin', 'GET', '/forms');
    const answered = used.body.results.find(({ name }) => name === 'Guarded');
    const post = { title: 'A report', form: { id: answered?.id }, values: {} };
    expect((await other.send('admin', 'POST', '/posts', post)).status).toBe(200);
    const template = {
      ...file,
      roles: [],
      forms: [{ ...survey, name: 'Renamed', hide_author: true }],
    };
    const result = await apply(other, { template, mode: 'replace' });
    expect(result.status).toBe(200);
    expect(find(result, 'Renamed')).toMatchObject({ part: 'forms', action: 'update' });
    expect(result.body.changes).toContainEqual({
      part: 'forms',
      name: 'Guarded',
      action: 'keep',
      reason: 'posts',
    });
    expect(result.body.changes).toContainEqual(
      expect.objectContaining({ part: 'roles', action: 'keep', reason: 'people' }),
    );
    const surveys = await other.send<{ results: { name: string }[] }>('admin', 'GET', '/forms');
    expect(surveys.body.results.map(({ name }) => name).toSorted()).toEqual(
      [answered?.name ?? '', 'Renamed'].toSorted(),
    );
  });

  test('one survey takes only the categories and roles that it names, and deletes nothing elsewhere', async () => {
    const created = await apply(app, { template: minimal(related) });
    expect(created.status).toBe(200);
    const surveys = await app.send<{ results: { id: number; name: string }[] }>(
      'admin',
      'GET',
      '/forms?q=Clinic',
    );
    const id = surveys.body.results[0]?.id;
    const file = await app.send<TemplateInput>('admin', 'GET', `/templates/export?forms=${id}`);
    expect(file.body).toMatchObject({ kind: 'survey', title: 'Clinic' });
    expect(file.body.tags?.map(({ slug }) => slug)).toEqual(['health']);
    expect(file.body.roles?.map(({ name }) => name)).toEqual(['nurse']);
    const before = await other.send<{ total_count: number }>('admin', 'GET', '/forms');
    const imported = await apply(other, { template: file.body, mode: 'replace' });
    expect(changed(imported).map(({ action }) => action)).toEqual(['create', 'create', 'create', 'create']);
    const after = await other.send<{ total_count: number }>('admin', 'GET', '/forms');
    expect(after.body.total_count).toBe(before.body.total_count + 1);
    expect((await app.send('admin', 'GET', '/templates/export?forms=999')).status).toBe(404);
  });

  test('holds neither people nor secrets nor ids', async () => {
    const me = await app.idOf('admin');
    await app.send('admin', 'POST', '/savedsearches', { name: 'Mine', filter: { q: 'private words' } });
    await app.send('admin', 'POST', '/savedsearches', {
      name: 'Of one person',
      featured: true,
      filter: { user: [me], q: 'somebody' },
    });
    const text = JSON.stringify(await exportAll(app));
    expect(text).not.toMatch(/private words|somebody|@example|password|"id"/);
  });
});

const related = {
  roles: [{ name: 'nurse', display_name: 'Nurse', permissions: ['Edit their own posts'] }],
  tags: [{ slug: 'health', tag: 'Health', children: [{ slug: 'clinic', tag: 'Clinics' }] }],
  forms: [
    {
      key: 'clinic',
      name: 'Clinic',
      everyone_can_create: false,
      can_create: ['nurse'],
      stages: [
        {
          label: 'Post',
          type: 'post',
          attributes: [
            {
              key: 'clinic-topic',
              label: 'Topic',
              type: 'tags',
              input: 'tags',
              options: ['clinic'],
              cardinality: 0,
            },
            {
              key: 'clinic-earlier',
              label: 'Earlier',
              type: 'relation',
              input: 'relation',
              forms: ['clinic'],
            },
          ],
        },
      ],
    },
  ],
};
