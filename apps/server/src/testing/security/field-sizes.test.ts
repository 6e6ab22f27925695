/**
 * The server checks every size that `limitFieldSizes` declares: for new entities, and for changes. What was stored before there was a
 * limit is read, and saved again where it does not grow.
 */
import { endpointGroups } from '@waypost/contract/common/endpoint-groups';
import { limits } from '@waypost/contract/common/limits';
import { fieldSizesOf } from '@waypost/contract/common/size-limits';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { createTestSurvey } from '../app/create-test-survey.ts';
import { errorCodes, errorPointers, startTestApp, type TestApp } from '../app/test-app.ts';

let app: TestApp;
let surveyId: number;
let taskId: number;
beforeAll(async () => {
  app = await startTestApp();
  surveyId = (await createTestSurvey(app.db, { words: { type: 'varchar' } })).id;
  const ofSurvey = app.db.selectFrom('tasks').select('id').where('survey_id', '=', surveyId);
  taskId = (await ofSurvey.executeTakeFirstOrThrow()).id;
});
afterAll(() => app.close());

interface Resource {
  table: string;
  /** Endpoints that create and change it. */
  endpoints: [string, string];
  path: () => string;
  body: () => object;
}

const resources: Record<string, Resource> = {
  collections: {
    table: 'sets',
    endpoints: ['createCollection', 'updateCollection'],
    path: () => '/collections',
    body: () => ({ name: 'Floods' }),
  },
  savedsearches: {
    table: 'sets',
    endpoints: ['createSavedSearch', 'updateSavedSearch'],
    path: () => '/savedsearches',
    body: () => ({ name: 'Floods', filter: {} }),
  },
  forms: {
    table: 'surveys',
    endpoints: ['createSurvey', 'updateSurvey'],
    path: () => '/forms',
    body: () => ({ name: 'Floods' }),
  },
  form_stages: {
    table: 'tasks',
    endpoints: ['createTask', 'updateTask'],
    path: () => `/forms/${surveyId}/stages`,
    body: () => ({ label: 'Check' }),
  },
  form_attributes: {
    table: 'attributes',
    endpoints: ['createAttribute', 'updateAttribute'],
    path: () => `/forms/${surveyId}/attributes`,
    body: () => ({ label: 'Town', input: 'select', type: 'varchar', form_stage_id: taskId }),
  },
  tags: {
    table: 'categories',
    endpoints: ['createCategory', 'updateCategory'],
    path: () => '/tags',
    body: () => ({ tag: `Floods ${crypto.randomUUID()}` }),
  },
};

const endpoints = Object.values(endpointGroups).flat();
const fieldSizesOfEndpoint = (name: string) =>
  fieldSizesOf(endpoints.find((endpoint) => endpoint.name === name)?.body as z.ZodType);

/** Their parts have the schemas of the endpoints tested here. */
const templateEndpoints = new Set(['previewTemplate', 'applyTemplate']);

test('all endpoints with such limits are tested here', () => {
  const limited = endpoints
    .filter(({ name }) => !templateEndpoints.has(name))
    .filter(({ body }) => Object.keys(fieldSizesOf(body)).length > 0)
    .map(({ name }) => name);
  expect(new Set(Object.values(resources).flatMap((it) => it.endpoints))).toEqual(new Set(limited));
});

/** A value of a field that is larger than the limit. @param grown even larger */
const oversized = (field: string, max: number, grown = false): unknown => {
  const text = 'x'.repeat(max + (grown ? 1 : 0));
  if (field === 'view_options' || field === 'config') return { text };
  return field === 'role' || field === 'options' ? [text] : text;
};

const columnOf = (field: string) => (field === 'default' ? 'default_value' : field);

/** Stores a value as an earlier version would have. */
const store = async (table: string, id: number, field: string, value: unknown): Promise<void> => {
  const column = sql.ref(columnOf(field));
  const stored =
    field === 'role' || typeof value === 'string' ? sql`${value}` : sql`${JSON.stringify(value)}::jsonb`;
  await sql`update ${sql.table(table)} set ${column} = ${stored} where id = ${id}`.execute(app.db);
};

describe.each(Object.entries(resources))(
  '%s',
  (_name, { table, endpoints: [create, update], path, body }) => {
    test.each(Object.entries(fieldSizesOfEndpoint(create)))('%s', async (field, max) => {
      const refused = await app.send('admin', 'POST', path(), { ...body(), [field]: oversized(field, max) });
      expect([refused.status, errorPointers(refused), errorCodes(refused)]).toEqual([
        422,
        [`/${field}`],
        ['maxbytes'],
      ]);
      expect(fieldSizesOfEndpoint(update)[field]).toBe(max);
      const { id } = (await app.send<{ id: number }>('admin', 'POST', path(), body())).body;
      const url = `${path()}/${id}`;
      const change = await app.send('admin', 'PUT', url, { [field]: oversized(field, max) });
      expect([change.status, errorPointers(change)]).toEqual([422, [`/${field}`]]);
      await store(table, id, field, oversized(field, max));
      const read = await app.send<Record<string, unknown>>('admin', 'GET', url);
      expect([read.status, read.body[field]]).toEqual([200, oversized(field, max)]);
      const saved = await app.send('admin', 'PUT', url, { [field]: oversized(field, max) });
      expect([saved.status, saved.body]).toMatchObject([200, { id }]);
      const larger = await app.send('admin', 'PUT', url, { [field]: oversized(field, max, true) });
      expect([larger.status, errorPointers(larger)]).toEqual([422, [`/${field}`]]);
    });
  },
);

test('an account has a maximum of collections and of saved searches', async () => {
  const owner = await app.idOf('member');
  await sql`insert into sets (kind, user_id, name) select 'collection', ${owner}, 'Floods ' || n
    from generate_series(2, ${limits.setsPerAccount}) as n`.execute(app.db);
  const save = (path: string, body: object = {}) =>
    app.send('member', 'POST', path, { name: 'One more', ...body });
  expect((await save('/collections')).status).toBe(200);
  const refused = await save('/collections');
  expect([refused.status, errorPointers(refused), errorCodes(refused)]).toEqual([
    422,
    ['/name'],
    ['limitSets'],
  ]);
  expect((await save('/savedsearches', { filter: {} })).status).toBe(200);
});

test('simultaneous requests keep within the maximum too', async () => {
  const owner = await app.idOf('reviewer');
  await sql`insert into sets (kind, user_id, name) select 'collection', ${owner}, 'Floods ' || n
    from generate_series(3, ${limits.setsPerAccount}) as n`.execute(app.db);
  const saved = await Promise.all(
    Array.from({ length: 60 }, () => app.send('reviewer', 'POST', '/collections', { name: 'One more' })),
  );
  expect(saved.filter(({ status }) => status === 200)).toHaveLength(2);
});
