/**
 * Mass assignment: a member sends fields that only the server may set to every writing endpoint, and the database is
 * checked afterwards.
 */
import type { Endpoint } from '@waypost/contract/common/endpoint';
import { endpointGroups } from '@waypost/contract/common/endpoint-groups';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestSurvey } from '../app/create-test-survey.ts';
import { startTestApp, type TestApp } from '../app/test-app.ts';

let app: TestApp;
let admin: number;
let member: number;
/** Ids of the member's own entities. */
const ownIds: Record<string, number> = {};
/** Valid bodies by endpoint. Other endpoints only get the forged fields. */
let requestBodies: Record<string, { path?: string; body: object }>;

const forgedId = 987_654;
const longAgo = '2001-01-01T00:00:00Z';
const serverControlledFields = {
  id: forgedId,
  created: longAgo,
  updated: longAgo,
  last_login: longAgo,
  logins: 99,
  failed_attempts: 99,
  password_hash: 'x',
  permissions: ['Manage Users', 'Manage Posts', 'Manage Settings'],
  protected: true,
  allowed_privileges: ['read', 'create', 'update', 'delete', 'change_status', 'read_full'],
  source: 'sms',
  message_id: 1,
  contact_id: 1,
  session_id: 1,
  agreement_date: longAgo,
};
/** Fields that some endpoints know: they may be rejected but never applied. */
const forgedIdentity = () => ({
  role: 'admin',
  user_id: admin,
  user: { id: admin },
  userId: admin,
  owner: admin,
});

beforeAll(async () => {
  app = await startTestApp();
  [admin, member] = [await app.idOf('admin'), await app.idOf('member')];
  const survey = await createTestSurvey(app.db, { words: { type: 'varchar' } });
  const post = { form: survey.id, title: 'Mine' };
  ownIds['post'] = (await app.send<{ id: number }>('member', 'POST', '/posts', post)).body.id;
  const { id } = await app.db
    .insertInto('media')
    .values({ mime: 'image/png', file: 'f', thumbnail: 't', size: 1, width: 1, height: 1, user_id: member })
    .returning('id')
    .executeTakeFirstOrThrow();
  const person = { email: 'forger@example.org', password: 'long enough', realname: 'A forger' };
  requestBodies = {
    createPost: { body: post },
    updatePost: { path: `/posts/${ownIds['post']}`, body: { title: 'Still mine' } },
    updateMedia: { path: `/media/${id}`, body: { caption: 'Mine' } },
    updateMe: { body: { realname: 'A member' } },
    updateUser: { path: `/users/${member}`, body: { realname: 'A member' } },
    createContact: { body: { type: 'email', contact: 'mine@example.org' } },
    createUserSetting: {
      path: `/users/${member}/settings`,
      body: { config_key: 'colour', config_value: 'green' },
    },
    createAgreement: { body: { tos_version_date: '2026-01-01' } },
    register: { body: person },
  };
});
afterAll(() => app.close());

const writingEndpoints = Object.values(endpointGroups)
  .flat()
  .filter(({ method }) => method === 'POST' || method === 'PUT');

let requestCount = 0;
async function sendAsMember(endpoint: Endpoint, extra: object): Promise<number> {
  const { path, body } = requestBodies[endpoint.name] ?? { body: {} };
  const url = path ?? endpoint.path.replace('{group}', 'site').replace(/\{\w+\}/g, '1');
  const response = await app.fastify.inject({
    method: endpoint.method,
    url: `/api/v3${url}`,
    remoteAddress: `192.0.2.${requestCount++ % 250}`,
    headers: { authorization: `Bearer ${await app.tokenOf('member')}` },
    payload: { ...extra, ...body },
  });
  return response.statusCode;
}

/** Names of the tables that have a column. */
async function findTablesWithColumn(column: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = ${column}
      -- Counts kept beforehand: written by the database alone, with days for times.
      and table_name not in ('post_count_changes', 'post_counts_by_cell', 'post_counts_by_day')
    order by 1`.execute(app.db);
  return rows.map((row) => row.name);
}

/** Counts the rows that match a condition, in each table with the column. */
async function countRowsWhere(column: string, condition: (of: string) => ReturnType<typeof sql<boolean>>) {
  const counts: [string, number][] = [];
  for (const table of await findTablesWithColumn(column)) {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${sql.table(table)} where ${condition(column)}`.execute(app.db);
    counts.push([table, rows[0]?.count ?? 0]);
  }
  return counts;
}

const takeSnapshot = async () => ({
  admins: await countRowsWhere('user_id', (of) => sql<boolean>`${sql.ref(of)} = ${admin}`),
  forgedIds: await countRowsWhere('id', (of) => sql<boolean>`${sql.ref(of)}::text = ${String(forgedId)}`),
  past: await countRowsWhere('created', (of) => sql<boolean>`${sql.ref(of)} < '2010-01-01'`),
  others: await app.db
    .selectFrom('users')
    .selectAll()
    .where('id', '<>', member)
    .where('email', '<>', 'forger@example.org')
    .orderBy('id')
    .execute(),
  roles: await app.db.selectFrom('roles').selectAll().orderBy('id').execute(),
  settings: await app.db.selectFrom('settings').selectAll().orderBy('name').execute(),
  surveys: await app.db.selectFrom('surveys').selectAll().orderBy('id').execute(),
  categories: await app.db.selectFrom('categories').selectAll().orderBy('id').execute(),
});

test('every writing endpoint rejects or ignores fields that only the server may set', async () => {
  const before = await takeSnapshot();
  const me = () => app.db.selectFrom('users').selectAll().where('id', '=', member).executeTakeFirstOrThrow();
  const meBefore = await me();
  const acceptedBy: string[] = [];
  for (const endpoint of writingEndpoints.filter((it) => it.transport !== 'multipart'))
    for (const extra of [{ ...serverControlledFields, ...forgedIdentity() }, serverControlledFields]) {
      const status = await sendAsMember(endpoint, extra);
      expect([endpoint.name, status < 500]).toEqual([endpoint.name, true]);
      if (status < 300 && extra === serverControlledFields) acceptedBy.push(endpoint.name);
    }
  // Otherwise the test would prove nothing.
  expect(acceptedBy).toEqual(
    expect.arrayContaining(
      Object.keys(requestBodies).filter((name) => name !== 'register' && name !== 'createUserSetting'),
    ),
  );
  expect(await takeSnapshot()).toEqual(before);
  const { realname, updated, ...mine } = await me();
  expect({ ...meBefore, realname, updated }).toEqual({ ...mine, realname, updated });
  const created = await app.db
    .selectFrom('users')
    .selectAll()
    .where('email', '=', 'forger@example.org')
    .executeTakeFirstOrThrow();
  expect(created).toMatchObject({ role: 'user', logins: 0, failed_attempts: 0 });
  const posts = await app.db.selectFrom('posts').selectAll().execute();
  for (const post of posts) expect(post).toMatchObject({ user_id: member, source: null });
  for (const kind of ['contacts', 'user_settings', 'tos'] as const)
    for (const row of await app.db.selectFrom(kind).select('user_id').execute())
      expect([kind, row.user_id]).toEqual([kind, member]);
});

test('rejects another author from a member, and writes nothing', async () => {
  const before = await app.db.selectFrom('posts').selectAll().orderBy('id').execute();
  for (const name of [
    { user: { id: admin } },
    { user_id: admin },
    { user: admin },
    { author_realname: 'Admin' },
  ]) {
    const created = await app.send('member', 'POST', '/posts', {
      ...requestBodies['createPost']?.body,
      ...name,
    });
    const changed = await app.send('member', 'PUT', `/posts/${ownIds['post']}`, { title: 'Theirs', ...name });
    expect([name, created.status, changed.status]).toEqual([name, 403, 403]);
  }
  expect(await app.db.selectFrom('posts').selectAll().orderBy('id').execute()).toEqual(before);
});
