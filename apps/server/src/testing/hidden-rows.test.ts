/**
 * Collections, saved searches, categories, layers, imports, and surveys with their tasks and attributes: what somebody may not
 * see answers exactly like what does not exist, with status, body and headers, on every endpoint that takes its id
 * (docs/decisions/0048). Posts are in `existence.test.ts`.
 */
import type { Endpoint } from '@waypost/contract/common/endpoint';
import { endpointGroups } from '@waypost/contract/common/endpoint-groups';
import type { LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildMultipart } from './app/multipart.ts';
import { startTestApp, type TestApp } from './app/test-app.ts';
import { allowedCallers, type Caller, nonOwners, requestBodies } from './security/object-access.ts';
import { createPrivateResources, type PrivateResources } from './security/private-resources.ts';
import { scaled } from './time.ts';

/** Milliseconds: a thousand requests, on a machine that has other things to do. */
const patience = scaled(120_000);
/** Nothing has this id; it is as long as those of what is there, so that lengths can be compared. */
const missing = '9999999';

type Stranger = Exclude<Caller, 'owner'>;

let it: TestApp;
let things: PrivateResources;
/** A disabled survey, an open one with a task for the team alone, and that task's attribute. */
let disabled: string;
let open: { survey: string; task: string; attribute: string };
const tokens = new Map<Stranger, string | undefined>();

/** Ids of seven digits, different in each table. */
async function spreadIds(): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, sequencename) as name from pg_sequences
    where schemaname = 'public' order by 1`.execute(it.db);
  for (const [at, { name }] of rows.entries())
    await sql`select setval(${name}::regclass, ${1_000_000 + at * 10_000})`.execute(it.db);
}

async function made(url: string, body: object): Promise<string> {
  const answer = await it.send<{ id: number }>('admin', 'POST', url, body);
  if (answer.status !== 200) throw new Error(`${url}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return String(answer.body.id);
}

beforeAll(async () => {
  it = await startTestApp();
  await spreadIds();
  things = await createPrivateResources(it);
  disabled = await made('/forms', { name: 'Put away', disabled: true });
  const survey = await made('/forms', { name: 'Open' });
  const inside = { label: 'Inside', type: 'task', task_is_internal_only: true, show_when_published: false };
  const task = await made(`/forms/${survey}/stages`, inside);
  const words = { label: 'Words', type: 'varchar', input: 'text', form_stage_id: Number(task) };
  open = { survey, task, attribute: await made(`/forms/${survey}/attributes`, words) };
  for (const who of nonOwners)
    tokens.set(who, who === 'passer-by' ? undefined : who === 'peer' ? things.peer : await it.tokenOf(who));
}, patience);
afterAll(() => it.close());

/** Headers that differ from one request to the next whatever is asked for. */
const passing = new Set(['date', 'ratelimit', 'x-request-id']);

function told({ statusCode, headers, body }: LightMyRequestResponse, id: string): string {
  const kept = Object.entries(headers)
    .filter(([name]) => !passing.has(name))
    // A page's nonce is chance.
    .map(([name, value]) => `${name}: ${String(value).replace(/'nonce-[^']+'/, '')}`)
    .sort();
  return [statusCode, ...kept, body].join('\n').replaceAll(id, 'ID');
}

type Method = Endpoint['method'] | 'HEAD';

let requests = 0;
async function ask(
  who: Stranger,
  method: Method,
  url: string,
  endpoint: Endpoint,
): Promise<LightMyRequestResponse> {
  const token = tokens.get(who);
  const form = buildMultipart({}, { name: 'a.csv', bytes: Buffer.from('x') });
  const sent =
    endpoint.transport === 'multipart'
      ? form
      : {
          payload: JSON.stringify(requestBodies[endpoint.name] ?? { name: 'Mine' }),
          headers: { 'content-type': 'application/json' },
        };
  const hasBody = method === 'POST' || method === 'PUT';
  return it.fastify.inject({
    method,
    url: `/api/v3${url}`,
    remoteAddress: `192.0.2.${requests++ % 250}`,
    headers: { ...(hasBody ? sent.headers : {}), ...(token ? { authorization: `Bearer ${token}` } : {}) },
    ...(hasBody ? { payload: sent.payload } : {}),
  });
}

/** Asks for what is there and for nothing, also by HEAD. @returns what tells them apart */
async function differences(
  who: Stranger,
  endpoint: Endpoint,
  there: string,
  address: (id: string) => string,
): Promise<string[]> {
  const found: string[] = [];
  const methods: Method[] = endpoint.method === 'GET' ? ['GET', 'HEAD'] : [endpoint.method];
  for (const method of methods) {
    const known = told(await ask(who, method, address(there), endpoint), there);
    const unknown = told(await ask(who, method, address(missing), endpoint), missing);
    if (known !== unknown || known.startsWith('2'))
      found.push(`${method} ${endpoint.name} as ${who}: ${known.slice(0, 3)} / ${unknown.slice(0, 3)}`);
  }
  return found;
}

const endpoints = Object.values(endpointGroups).flat();
/** With an id in their address that says which row is asked for. */
const withRows = (kind: string) => endpoints.filter(({ path }) => path.startsWith(`/${kind}/{id}`));

test.each(['collections', 'savedsearches', 'tags', 'layers', 'csv'])(
  '%s: what one may not see is told from what does not exist by nothing',
  async (kind) => {
    const asked = withRows(kind);
    expect(asked.length).toBeGreaterThanOrEqual(3);
    const there = things.ids[kind] ?? '';
    expect(there).toHaveLength(missing.length);
    const found: string[] = [];
    for (const endpoint of asked)
      for (const who of nonOwners) {
        if (allowedCallers[endpoint.name]?.includes(who) === true) continue;
        const address = (id: string) =>
          endpoint.path
            .replace('{id}', id)
            .replace(/\{(\w+)\}/g, (_all, key: string) => things.ids[key] ?? missing);
        found.push(...(await differences(who, endpoint, there, address)));
        // Imports have a second name.
        if (kind === 'csv')
          found.push(
            ...(await differences(who, endpoint, there, (id) => address(id).replace('/csv', '/dataimport'))),
          );
      }
    expect(found).toEqual([]);
  },
  patience,
);

/** Those who see neither disabled surveys nor hidden tasks. */
const outsiders = ['passer-by', 'visitor', 'member', 'peer'] as const;

test(
  'a disabled survey, and all that is below its address',
  async () => {
    const found: string[] = [];
    for (const endpoint of withRows('forms'))
      for (const who of outsiders)
        found.push(
          ...(await differences(who, endpoint, disabled, (id) =>
            endpoint.path
              .replace('{id}', id)
              .replace('{taskId}', open.task)
              .replace('{attributeId}', open.attribute),
          )),
        );
    expect(found).toEqual([]);
  },
  patience,
);

test('a task that is for the team alone, and its attribute', async () => {
  const found: string[] = [];
  for (const endpoint of withRows('forms'))
    for (const [key, there] of [
      ['{taskId}', open.task],
      ['{attributeId}', open.attribute],
    ] as const) {
      if (!endpoint.path.includes(key)) continue;
      for (const who of outsiders)
        found.push(
          ...(await differences(who, endpoint, there, (id) =>
            endpoint.path.replace('{id}', open.survey).replace(key, id),
          )),
        );
    }
  expect(found).toEqual([]);
});

test('whose it is, and the team, reach them', async () => {
  const statuses: [string, number][] = [];
  const owner = { authorization: `Bearer ${things.owner}` };
  for (const kind of ['collections', 'savedsearches', 'csv']) {
    const url = `/api/v3/${kind}/${things.ids[kind]}`;
    statuses.push([`owner ${kind}`, (await it.fastify.inject({ url, headers: owner })).statusCode]);
  }
  for (const kind of ['collections', 'savedsearches', 'csv', 'tags', 'layers'])
    statuses.push([`admin ${kind}`, (await it.send('admin', 'GET', `/${kind}/${things.ids[kind]}`)).status]);
  statuses.push(['reviewer forms', (await it.send('reviewer', 'GET', `/forms/${disabled}`)).status]);
  expect(statuses.filter(([, status]) => status !== 200)).toEqual([]);
});

test('who may see one and not change it is told so', async () => {
  const collection = await made('/collections', { name: 'Open to all' });
  for (const [who, status] of [
    ['passer-by', 401],
    ['visitor', 403],
    ['member', 403],
  ] as const) {
    expect((await it.send(who, 'GET', `/collections/${collection}`)).status).toBe(200);
    for (const method of ['PUT', 'DELETE'] as const)
      expect((await it.send(who, method, `/collections/${collection}`, { name: 'Mine' })).status).toBe(
        status,
      );
  }
});
