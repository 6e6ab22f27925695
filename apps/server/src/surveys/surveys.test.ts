import type { Survey } from '@waypost/contract/surveys/surveys';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorCodes, errorPointers, startTestApp, type TestApp } from '../testing/app/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

interface SurveyList {
  count: number;
  total_count: number;
  results: Survey[];
}

const createSurvey = async (body: object) => {
  const created = await app.send<Survey>('settings manager', 'POST', '/forms', body);
  expect(created.status).toBe(200);
  return created.body;
};
const listSurveys = async (kind: Parameters<TestApp['send']>[0], query = '') =>
  (await app.send<SurveyList>(kind, 'GET', `/forms${query}`)).body;

describe('reading', () => {
  test('everybody can read the survey of a new deployment', async () => {
    const { status, body } = await app.send<Survey>('passer-by', 'GET', '/forms/1');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      url: 'https://report.example.org/api/v3/forms/1',
      parent_id: null,
      name: 'Report',
      require_approval: true,
      everyone_can_create: true,
      can_create: [],
      may_post: true,
      updated: null,
      allowed_privileges: ['read', 'search'],
    });
    expect(body.tags[0]).toEqual({ id: 1, url: 'https://report.example.org/api/v3/tags/1' });
    expect(await listSurveys('visitor')).toMatchObject({ count: 1, total_count: 1 });
    expect(await listSurveys('settings manager')).toMatchObject({
      results: [{ allowed_privileges: ['read', 'create', 'update', 'delete', 'search'] }],
    });
  });

  test('returns 404 for unknown ids', async () => {
    expect((await app.send('member', 'GET', '/forms/999')).status).toBe(404);
    expect((await app.send('member', 'GET', '/forms/nonsense')).status).toBe(404);
    expect((await app.send('settings manager', 'PUT', '/forms/999', {})).status).toBe(404);
    expect((await app.send('settings manager', 'DELETE', '/forms/999')).status).toBe(404);
  });

  test('finds surveys by part of their name, sorted', async () => {
    for (const name of ['Flood_a', 'flood%b']) await createSurvey({ name });
    const names = async (query: string) =>
      (await listSurveys('member', query)).results.map((survey) => survey.name);
    expect(await names('?q=FLOOD&orderby=name')).toEqual(['flood%b', 'Flood_a']);
    expect(await names('?q=d%25b')).toEqual(['flood%b']);
    expect(await names('?q=flood&limit=1&offset=1')).toEqual(['flood%b']);
    expect(await names('?parent=1')).toEqual([]);
    expect((await app.send('member', 'GET', '/forms?orderby=secret')).status).toBe(422);
  });

  test('disabled surveys need Manage Settings or Manage Posts', async () => {
    const { id } = await createSurvey({ name: 'Put away', disabled: true });
    const statuses = ['passer-by', 'visitor', 'member', 'reviewer', 'settings manager', 'admin'] as const;
    const responses = await Promise.all(statuses.map((kind) => app.send(kind, 'GET', `/forms/${id}`)));
    expect(responses.map((answer) => answer.status)).toEqual([404, 404, 404, 200, 200, 200]);
    const lists = await Promise.all(statuses.map((kind) => listSurveys(kind, '?q=Put away')));
    expect(lists.map((list) => list.total_count)).toEqual([0, 0, 0, 1, 1, 1]);
    for (const part of ['stages', 'attributes', 'roles'])
      expect((await app.send('member', 'GET', `/forms/${id}/${part}`)).status).toBe(404);
  });
});

describe('writing', () => {
  test('requires Manage Settings', async () => {
    for (const [kind, status] of [
      ['passer-by', 401],
      ['visitor', 403],
      ['member', 403],
      ['reviewer', 403],
    ] as const) {
      expect((await app.send(kind, 'POST', '/forms', { name: 'Mine' })).status).toBe(status);
      expect((await app.send(kind, 'PUT', '/forms/1', { name: 'Mine' })).status).toBe(status);
      expect((await app.send(kind, 'DELETE', '/forms/1')).status).toBe(status);
      expect((await app.send(kind, 'PUT', '/forms/1/roles', { roles: [] })).status).toBe(status);
    }
  });

  test('creates, updates and deletes a survey, ignoring unknown keys', async () => {
    const created = await createSurvey({ name: ' Road damage ', color: '2274b4', $promise: {}, tasks: [] });
    expect(created).toMatchObject({
      name: 'Road damage',
      color: '#2274b4',
      type: 'report',
      description: null,
    });
    const url = `/forms/${created.id}`;
    const changed = await app.send<Survey>('admin', 'PUT', url, {
      ...created,
      hide_author: '1',
      color: null,
    });
    expect(changed.body).toMatchObject({ name: 'Road damage', hide_author: true, color: null });
    expect(changed.body.updated).not.toBeNull();
    const deleted = await app.send<Survey>('admin', 'DELETE', url);
    expect(deleted).toMatchObject({ status: 200, body: { id: created.id, name: 'Road damage' } });
    expect((await app.send('admin', 'GET', url)).status).toBe(404);
  });

  test('reports every invalid field', async () => {
    const wrong = { name: 'x', color: 'blue', disabled: 'perhaps', hide_time: 7 };
    const created = await app.send('admin', 'POST', '/forms', wrong);
    expect(created.status).toBe(422);
    expect(errorPointers(created).sort()).toEqual(['/color', '/disabled', '/hide_time', '/name']);
    expect(errorPointers(await app.send('admin', 'POST', '/forms', {}))).toEqual(['/name']);
    expect(errorPointers(await app.send('admin', 'PUT', '/forms/1', { name: '' }))).toEqual(['/name']);
  });

  test('a targeted survey cannot be open to everyone', async () => {
    const both = { name: 'By message', targeted_survey: true };
    const refused = await app.send('admin', 'POST', '/forms', both);
    expect([errorPointers(refused), errorCodes(refused)]).toEqual([
      ['/targeted_survey'],
      ['targetedNotForEveryone'],
    ]);
    const { id } = await createSurvey({ ...both, everyone_can_create: false });
    const opened = await app.send('admin', 'PUT', `/forms/${id}`, { everyone_can_create: true });
    expect(errorPointers(opened)).toEqual(['/targeted_survey']);
  });

  test('deletes tasks, attributes and posts with the survey', async () => {
    const { id } = await createSurvey({ name: 'Short-lived' });
    const task = await app.send<{ id: number }>('admin', 'POST', `/forms/${id}/stages`, { label: 'Post' });
    const form_stage_id = task.body.id;
    const field = { label: 'What', input: 'text', type: 'varchar', form_stage_id };
    expect((await app.send('admin', 'POST', `/forms/${id}/attributes`, field)).status).toBe(200);
    await app.db
      .insertInto('posts')
      .values({ survey_id: id, user_id: null, title: 'Gone soon', status: 'published' } as never)
      .execute();
    expect((await app.send('admin', 'DELETE', `/forms/${id}`)).status).toBe(200);
    const left = await app.db.selectFrom('posts').select('id').where('title', '=', 'Gone soon').execute();
    expect(left).toEqual([]);
    expect(
      (await app.send<SurveyList>('admin', 'GET', `/forms/attributes?form_id=${id}`)).body.total_count,
    ).toBe(0);
  });

  test('enforces the limit of surveys', async () => {
    const { total_count } = await listSurveys('admin');
    const limitTo = (forms: number | true) =>
      app.db
        .insertInto('settings')
        .values({ name: 'features', value: JSON.stringify({ limits: { forms } }) })
        .onConflict((on) => on.column('name').doUpdateSet({ value: JSON.stringify({ limits: { forms } }) }))
        .execute();
    await limitTo(total_count);
    const refused = await app.send<{ errors: { title?: string }[] }>('admin', 'POST', '/forms', {
      name: 'One more',
    });
    expect(errorPointers(refused)).toEqual(['/name']);
    expect(refused.body.errors[1]?.title).toBe('limit::posttypes');
    await limitTo(true);
    await createSurvey({ name: 'One more' });
  });
});

describe('roles that may answer', () => {
  interface Roles {
    count: number;
    results: { id: number | null; url: string; form_id: number; role_id: number }[];
  }

  test('accepts ids and names, and an empty list clears the roles', async () => {
    const { id } = await createSurvey({ name: 'For some', everyone_can_create: false });
    const put = (roles: unknown) => app.send<Roles>('admin', 'PUT', `/forms/${id}/roles`, { roles });
    const chosen = await put(['reviewer', 2, '2']);
    expect(chosen.body.results).toMatchObject([
      { id: null, role_id: 2 },
      { id: null, form_id: id },
    ]);
    expect((await app.send<Survey>('passer-by', 'GET', `/forms/${id}`)).body.can_create).toEqual([
      'user',
      'reviewer',
    ]);
    const list = await app.send<Roles>('member', 'GET', `/forms/${id}/roles/?order=desc&orderby=role_id`);
    expect(list.body.results.map((role) => role.role_id)).toEqual(
      chosen.body.results.map((role) => role.role_id).reverse(),
    );
    expect(list.body.results[1]?.url).toBe(`https://report.example.org/forms/${id}/roles/2`);
    const mayPost = async (kind: Parameters<TestApp['send']>[0]) =>
      (await app.send<Survey>(kind, 'GET', `/forms/${id}`)).body.may_post;
    expect(await mayPost('visitor')).toBe(false);
    expect(await mayPost('member')).toBe(true);
    expect((await put([])).body).toEqual({ count: 0, results: [] });
    expect(await mayPost('member')).toBe(false);
    // Manage Posts comes in anyhow, Manage Settings alone does not.
    expect(await mayPost('reviewer')).toBe(true);
    expect(await mayPost('settings manager')).toBe(false);
    expect((await app.send<Survey>('admin', 'GET', `/forms/${id}`)).body.can_create).toEqual([]);
  });

  test('reports unknown roles, and changes nothing then', async () => {
    const put = (body: object) => app.send('admin', 'PUT', '/forms/1/roles', body);
    expect(errorPointers(await put({ roles: [999] }))).toEqual(['/role_id']);
    expect(errorPointers(await put({ roles: ['nobody'] }))).toEqual(['/role_id']);
    expect(errorPointers(await put({}))).toEqual(['/roles']);
    expect((await app.send('admin', 'PUT', '/forms/999/roles', { roles: [] })).status).toBe(404);
    expect((await app.send('admin', 'POST', '/forms/1/roles', { roles: [] })).status).toBe(405);
  });
});
