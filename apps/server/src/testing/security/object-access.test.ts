/**
 * Whoever knows an id gains nothing by it (IDOR): every endpoint with an id in its address is walked, with the id of
 * something that is somebody's own, by everybody else: passers-by, visitors, another member, somebody with the very same
 * role, custom roles, administrators. An endpoint that the table does not name fails the test.
 */
import type { Endpoint } from '@waypost/contract/common/endpoint';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildMultipart } from '../app/multipart.ts';
import { startTestApp, type TestApp } from '../app/test-app.ts';
import { scaled } from '../time.ts';
import {
  allCallers,
  allowedCallers,
  buildPath,
  type Caller,
  endpointsWithId,
  requestBodies,
} from './object-access.ts';
import { createPrivateResources, type PrivateResources, secretWord } from './private-resources.ts';

/** Milliseconds: a thousand requests, on a machine that has other things to do. */
const timeoutMs = scaled(180_000);

let app: TestApp;
let resources: PrivateResources;
beforeAll(async () => {
  app = await startTestApp();
  resources = await createPrivateResources(app);
});
afterAll(() => app.close());

const requestBodyOf = ({ name }: Endpoint): object =>
  (
    ({
      addPostToCollection: { id: Number(resources.ids['posts']) },
      markThreadSeen: { seen: Number(resources.ids['messages']) },
    }) as Record<string, object>
  )[name] ??
  requestBodies[name] ??
  {};

let requestCount = 0;
async function requestAs(who: Caller, endpoint: Endpoint): Promise<{ status: number; text: string }> {
  const token =
    who === 'owner' || who === 'peer'
      ? resources[who]
      : who === 'passer-by'
        ? undefined
        : await app.tokenOf(who);
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const writes = endpoint.method === 'POST' || endpoint.method === 'PUT';
  const form = buildMultipart({ offset: '0' }, { name: 'piece', bytes: Buffer.from('x') });
  const sent =
    endpoint.transport === 'multipart'
      ? form
      : {
          payload: JSON.stringify(requestBodyOf(endpoint)),
          headers: { 'content-type': 'application/json' },
        };
  const response = await app.fastify.inject({
    method: endpoint.method,
    url: `/api/v3${buildPath(endpoint, resources.ids)}`,
    remoteAddress: `192.0.2.${requestCount++ % 250}`,
    ...(writes ? { payload: sent.payload } : {}),
    headers: { ...(writes ? sent.headers : {}), ...authorization },
  });
  return { status: response.statusCode, text: response.body };
}

const refusalStatuses = new Set([401, 403, 404]);

/** Every row of every table, but for what counts tries. */
async function snapshotDatabase(): Promise<Record<string, unknown>> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'
      and table_name not in ('throttles', 'tokens', 'sessions', 'places', 'place_keys', 'place_names')
    order by 1`.execute(app.db);
  const found: Record<string, unknown> = {};
  for (const { name } of rows) {
    const { rows: all } = await sql`select t::text from ${sql.table(name)} as t order by 1`.execute(app.db);
    found[name] = all;
  }
  return found;
}

test('every endpoint with an id is in the table, and nothing else', () => {
  expect(Object.keys(allowedCallers).sort()).toEqual(endpointsWithId.map(({ name }) => name).sort());
});

test(
  'nobody else reads, changes or deletes what they know the id of',
  async () => {
    // So that every kind has a token before the tables are looked at.
    for (const kind of ['visitor', 'member', 'reviewer', 'settings manager', 'admin'] as const)
      await app.tokenOf(kind);
    const before = await snapshotDatabase();
    const wrong: string[] = [];
    for (const endpoint of endpointsWithId)
      for (const who of allCallers) {
        const isOpen = allowedCallers[endpoint.name]?.includes(who) === true;
        if (isOpen) continue;
        const { status, text } = await requestAs(who, endpoint);
        if (!refusalStatuses.has(status) || text.includes(secretWord))
          wrong.push(`${endpoint.name} ${who} ${status}`);
      }
    expect(wrong).toEqual([]);
    expect(await snapshotDatabase()).toEqual(before);
  },
  timeoutMs,
);

test(
  'whose it is, and who may, reach every one of them: the ids are of things that are there',
  async () => {
    const readers = endpointsWithId.filter(({ method }) => method === 'GET');
    const wrong: string[] = [];
    for (const endpoint of readers)
      for (const who of allowedCallers[endpoint.name] ?? []) {
        const { status, text } = await requestAs(who, endpoint);
        if (status >= 400 && status !== 409)
          wrong.push(`${endpoint.name} ${who} ${status} ${text.slice(0, 120)}`);
      }
    const depth = ({ path }: Endpoint) => path.split('/').length;
    // What is inside of something goes before it, and the owner's own token at the very end.
    const lateness = ({ name, method }: Endpoint) =>
      name === 'deleteUser' ? 3 : name === 'endMySession' ? 2 : Number(method === 'DELETE');
    const writers = endpointsWithId
      .filter(({ method }) => method !== 'GET')
      .sort((a, b) => lateness(a) - lateness(b) || depth(b) - depth(a) || a.name.localeCompare(b.name));
    for (const endpoint of writers) {
      const [who] = allowedCallers[endpoint.name] ?? [];
      if (who === undefined || endpoint.path.startsWith('/jobs/')) continue;
      const { status, text } = await requestAs(who, endpoint);
      if (refusalStatuses.has(status)) wrong.push(`${endpoint.name} ${who} ${status} ${text.slice(0, 120)}`);
    }
    expect(wrong).toEqual([]);
  },
  timeoutMs,
);

test(
  'what everybody may ask for shows each only what is theirs',
  async () => {
    const open = endpointsWithId.filter(({ name }) => allowedCallers[name] === allCallers);
    for (const endpoint of open)
      for (const who of ['passer-by', 'visitor', 'member', 'peer'] as const) {
        const { text } = await requestAs(who, endpoint);
        expect([endpoint.name, who, text.includes(secretWord)]).toEqual([endpoint.name, who, false]);
      }
  },
  timeoutMs,
);
