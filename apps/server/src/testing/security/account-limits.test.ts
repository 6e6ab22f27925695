/** One account can have a maximum of everything that it can add. */
import { limits } from '@waypost/contract/common/limits';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildMultipart } from '../app/multipart.ts';
import { errorCodes, errorPointers, startTestApp, type TestApp } from '../app/test-app.ts';

let app: TestApp;
let admin: number;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.idOf('admin');
});
afterAll(() => app.close());

const upload = async (url: string, name: string, bytes: Buffer) => {
  const { payload, headers } = buildMultipart({}, { name, bytes });
  const authorization = `Bearer ${await app.tokenOf('admin')}`;
  const reply = await app.fastify.inject({
    method: 'POST',
    url: `/api/v3${url}`,
    payload,
    headers: { ...headers, authorization },
  });
  return { status: reply.statusCode, body: reply.json<object>(), headers: reply.headers };
};

const numbers = (max: number) => sql`generate_series(2, ${max}::int) as n`;

/** Fills an account up to one below the limit, and adds one. */
const resources = {
  contacts: {
    pointer: '/contact',
    fill: () => sql`insert into contacts (user_id, type, contact)
      select ${admin}, 'email', n || '@example.org' from ${numbers(limits.contactsPerAccount)}`,
    add: (n: number) =>
      app.send('admin', 'POST', '/contacts', { type: 'email', contact: `new${n}@example.org` }),
  },
  'user settings': {
    pointer: '/config_key',
    fill: () => sql`insert into user_settings (user_id, config_key, config_value)
      select ${admin}, 'key' || n, 'x' from ${numbers(limits.userSettingsPerAccount)}`,
    add: (n: number) =>
      app.send('admin', 'POST', `/users/${admin}/settings`, {
        config_key: `new${n}`,
        config_value: 'a value',
      }),
  },
  agreements: {
    pointer: '/tos_version_date',
    fill: () => sql`insert into tos (user_id, tos_version_date)
      select ${admin}, date '2000-01-01' + n from ${numbers(limits.agreementsPerAccount)}`,
    add: (n: number) => app.send('admin', 'POST', '/tos', { tos_version_date: `2020-01-0${n}` }),
  },
  exports: {
    pointer: '/format',
    fill: () => sql`insert into export_jobs (user_id, format, fields, filters, hxl_choices, file, status,
        include_hxl, send_to_browser, send_to_hdx)
      select ${admin}, 'csv', '{}', '{}', '[]', 'csv/' || n, 'SUCCESS', false, true, false
      from ${numbers(limits.exportsPerAccount)}`,
    add: () => app.send('admin', 'POST', '/exports/jobs', { entity_type: 'post', fields: [] }),
  },
  'CSV files': {
    pointer: '/size',
    fill: () => sql`insert into imports (user_id, name, file, mime, size, columns, options)
      select ${admin}, 'a.csv', '.imports/' || n, 'text/csv', 3, '{title}', '{}'::jsonb
      from ${numbers(limits.csvFilesPerAccount)}`,
    add: () => upload('/csv', 'a.csv', Buffer.from('title\nFlooded')),
  },
  'unfinished uploads': {
    pointer: '/size',
    fill: () => sql`insert into uploads (id, user_id, name, size)
      select lpad(n::text, 32, '0'), ${admin}, 'a.png', 9 from ${numbers(limits.unfinishedUploadsPerAccount)}`,
    add: () => app.send('admin', 'POST', '/media/uploads', { name: 'a.png', size: 9_000_000 }),
  },
};

test.each(Object.entries(resources))('%s', async (_name, { pointer, fill, add }) => {
  await fill().execute(app.db);
  const first = await add(1);
  expect([first.status, first.body]).toEqual([200, expect.anything()]);
  const refused = await add(2);
  expect([refused.status, errorPointers(refused), errorCodes(refused)]).toEqual([
    422,
    [pointer],
    ['limitPerAccount'],
  ]);
});

test('a contact or agreement that the account has already is answered at the maximum', async () => {
  expect((await resources.contacts.add(1)).status).toBe(200);
  expect((await resources.agreements.add(1)).status).toBe(200);
});

test('simultaneous requests keep within the maximum', async () => {
  const add = (n: number) =>
    app.send('member', 'POST', '/contacts', { type: 'email', contact: `member${n}@example.org` });
  const replies = await Promise.all(Array.from({ length: limits.contactsPerAccount + 5 }, (_, n) => add(n)));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(limits.contactsPerAccount);
});
