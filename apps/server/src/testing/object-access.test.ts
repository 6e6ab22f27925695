/**
 * Whoever knows an id gains nothing by it (IDOR): every endpoint with an id in its address is walked, with the id of
 * something that is somebody's own, by everybody else: passers-by, visitors, another member, somebody with the very same
 * role, custom roles, administrators. An endpoint that the table does not name fails the test.
 */
import type { Endpoint } from '@waypost/contract/endpoint';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Deployment, startDeployment } from './deployment.ts';
import { multipart } from './multipart.ts';
import { addressOf, endpoints, everybody, forms, reaches, type Who } from './object-access.ts';
import { type PrivateThings, privateThings, secretWord } from './private-things.ts';
import { scaled } from './time.ts';

/** Milliseconds: a thousand requests, on a machine that has other things to do. */
const patience = scaled(180_000);

let it: Deployment;
let things: PrivateThings;
beforeAll(async () => {
  it = await startDeployment();
  things = await privateThings(it);
});
afterAll(() => it.close());

const formOf = ({ name }: Endpoint): object =>
  (
    ({
      addPostToCollection: { id: Number(things.ids['posts']) },
      seeThread: { seen: Number(things.ids['messages']) },
    }) as Record<string, object>
  )[name] ??
  forms[name] ??
  {};

let asked = 0;
async function askAs(who: Who, endpoint: Endpoint): Promise<{ status: number; text: string }> {
  const token =
    who === 'owner' || who === 'peer' ? things[who] : who === 'passer-by' ? undefined : await it.tokenOf(who);
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const writes = endpoint.method === 'POST' || endpoint.method === 'PUT';
  const form = multipart({ offset: '0' }, { name: 'piece', bytes: Buffer.from('x') });
  const sent =
    endpoint.transport === 'multipart'
      ? form
      : {
          payload: JSON.stringify(formOf(endpoint)),
          headers: { 'content-type': 'application/json' },
        };
  const answer = await it.app.inject({
    method: endpoint.method,
    url: `/api/v3${addressOf(endpoint, things.ids)}`,
    remoteAddress: `192.0.2.${asked++ % 250}`,
    ...(writes ? { payload: sent.payload } : {}),
    headers: { ...(writes ? sent.headers : {}), ...authorization },
  });
  return { status: answer.statusCode, text: answer.body };
}

const refusals = new Set([401, 403, 404]);

/** Every row of every table, but for what counts tries. */
async function everything(): Promise<Record<string, unknown>> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'
      and table_name not in ('throttles', 'tokens', 'sessions', 'places', 'place_keys', 'place_names')
    order by 1`.execute(it.db);
  const found: Record<string, unknown> = {};
  for (const { name } of rows) {
    const { rows: all } = await sql`select t::text from ${sql.table(name)} as t order by 1`.execute(it.db);
    found[name] = all;
  }
  return found;
}

test('every endpoint with an id is in the table, and nothing else', () => {
  expect(Object.keys(reaches).sort()).toEqual(endpoints.map(({ name }) => name).sort());
});

test(
  'nobody else reads, changes or deletes what they know the id of',
  async () => {
    // So that every kind has a token before the tables are looked at.
    for (const kind of ['visitor', 'member', 'reviewer', 'settings manager', 'admin'] as const)
      await it.tokenOf(kind);
    const before = await everything();
    const wrong: string[] = [];
    for (const endpoint of endpoints)
      for (const who of everybody) {
        const isOpen = reaches[endpoint.name]?.includes(who) === true;
        if (isOpen) continue;
        const { status, text } = await askAs(who, endpoint);
        if (!refusals.has(status) || text.includes(secretWord))
          wrong.push(`${endpoint.name} ${who} ${status}`);
      }
    expect(wrong).toEqual([]);
    expect(await everything()).toEqual(before);
  },
  patience,
);

test(
  'whose it is, and who may, reach every one of them: the ids are of things that are there',
  async () => {
    const readers = endpoints.filter(({ method }) => method === 'GET');
    const wrong: string[] = [];
    for (const endpoint of readers)
      for (const who of reaches[endpoint.name] ?? []) {
        const { status, text } = await askAs(who, endpoint);
        if (status >= 400 && status !== 409)
          wrong.push(`${endpoint.name} ${who} ${status} ${text.slice(0, 120)}`);
      }
    const depth = ({ path }: Endpoint) => path.split('/').length;
    // What is inside of something goes before it, and the owner's own token at the very end.
    const lateness = ({ name, method }: Endpoint) =>
      name === 'deleteUser' ? 3 : name === 'endMySession' ? 2 : Number(method === 'DELETE');
    const writers = endpoints
      .filter(({ method }) => method !== 'GET')
      .sort((a, b) => lateness(a) - lateness(b) || depth(b) - depth(a) || a.name.localeCompare(b.name));
    for (const endpoint of writers) {
      const [who] = reaches[endpoint.name] ?? [];
      if (who === undefined || endpoint.path.startsWith('/jobs/')) continue;
      const { status, text } = await askAs(who, endpoint);
      if (refusals.has(status)) wrong.push(`${endpoint.name} ${who} ${status} ${text.slice(0, 120)}`);
    }
    expect(wrong).toEqual([]);
  },
  patience,
);

test(
  'what everybody may ask for shows each only what is theirs',
  async () => {
    const open = endpoints.filter(({ name }) => reaches[name] === everybody);
    for (const endpoint of open)
      for (const who of ['passer-by', 'visitor', 'member', 'peer'] as const) {
        const { text } = await askAs(who, endpoint);
        expect([endpoint.name, who, text.includes(secretWord)]).toEqual([endpoint.name, who, false]);
      }
  },
  patience,
);
