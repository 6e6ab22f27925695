/**
 * Insecure direct object references: every endpoint with an id in its path is requested, with the id of an owned
 * entity, by all others: passers-by, visitors, another member, a user with the same role, custom roles,
 * administrators. An endpoint that is missing in the table fails the test.
 */
import type { Endpoint } from '@waypost/contract/common/endpoint';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { buildMultipart } from '../app/multipart.ts';
import { scaled } from '../time.ts';
import {
  allCallers,
  allowedCallers,
  buildPath,
  type Caller,
  endpointsWithId,
  requestBodies,
} from './object-access.ts';
import { secretWord, startAppWithPrivateResources } from './private-resources.ts';

/** For a thousand requests on a busy machine. */
const timeoutMs = scaled(180_000);

const { app, resources } = await startAppWithPrivateResources();

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
  const requestContent =
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
    ...(writes ? { payload: requestContent.payload } : {}),
    headers: { ...(writes ? requestContent.headers : {}), ...authorization },
  });
  return { status: response.statusCode, text: response.body };
}

const refusalStatuses = new Set([401, 403, 404]);

/** Every row of every table, except counters of attempts. */
async function snapshotDatabase(): Promise<Record<string, unknown>> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'
      and table_name not in ('throttles', 'tokens', 'sessions', 'places', 'place_keys', 'place_names')
    order by 1`.execute(app.db);
  const rowsByTable: Record<string, unknown> = {};
  for (const { name } of rows) {
    const { rows: all } = await sql`select t::text from ${sql.table(name)} as t order by 1`.execute(app.db);
    rowsByTable[name] = all;
  }
  return rowsByTable;
}

test('the table contains exactly the endpoints with an id', () => {
  expect(Object.keys(allowedCallers).sort()).toEqual(endpointsWithId.map(({ name }) => name).sort());
});

test(
  'nobody else can read, change or delete an entity by its id',
  async () => {
    // Creates the tokens before the snapshot of the tables.
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
  'owners and permitted callers can access every endpoint, so the ids exist',
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
    // Children are deleted before their parents, and the owner's token last.
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
  'endpoints for everybody only return the caller’s own data',
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
