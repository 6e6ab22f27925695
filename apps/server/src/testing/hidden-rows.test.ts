/**
 * Collections, saved searches, categories, layers, imports, and surveys with their tasks and attributes: the response
 * for something that the caller may not see equals that for an unknown id, in status, body and headers, on every
 * endpoint that takes the id (docs/decisions/0048). Posts are tested in `security/existence-disclosure.test.ts`.
 */
import type { Endpoint } from '@waypost/contract/common/endpoint';
import { endpointGroups } from '@waypost/contract/common/endpoint-groups';
import type { LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildMultipart } from './app/multipart.ts';
import { startTestApp, type TestApp } from './app/test-app.ts';
import {
  allowedCallers,
  type Caller,
  endpointsRevealingRows,
  nonOwners,
  requestBodies,
} from './security/object-access.ts';
import { createPrivateResources, type PrivateResources } from './security/private-resources.ts';
import { scaled } from './time.ts';

/** In milliseconds, for a thousand requests on a busy machine. */
const timeoutMs = scaled(120_000);
/** An id that does not exist, of the same length as the existing ones, so that lengths can be compared. */
const unknownId = '9999999';

type Stranger = Exclude<Caller, 'owner'>;
const hasAccount = (who: Stranger) => who !== 'passer-by' && who !== 'visitor';

let app: TestApp;
let resources: PrivateResources;
/** A disabled survey; an open one with an internal task and its attribute. */
let disabledSurveyId: string;
let openSurvey: { survey: string; task: string; attribute: string };
const tokens = new Map<Stranger, string | undefined>();

/** Makes ids seven digits long and different in each table. */
async function spreadIds(): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, sequencename) as name from pg_sequences
    where schemaname = 'public' order by 1`.execute(app.db);
  for (const [at, { name }] of rows.entries())
    await sql`select setval(${name}::regclass, ${1_000_000 + at * 10_000})`.execute(app.db);
}

async function createEntity(url: string, body: object): Promise<string> {
  const response = await app.send<{ id: number }>('admin', 'POST', url, body);
  if (response.status !== 200) throw new Error(`${url}: ${response.status} ${JSON.stringify(response.body)}`);
  return String(response.body.id);
}

beforeAll(async () => {
  app = await startTestApp();
  await spreadIds();
  resources = await createPrivateResources(app);
  disabledSurveyId = await createEntity('/forms', { name: 'Put away', disabled: true });
  const survey = await createEntity('/forms', { name: 'Open' });
  const internalTask = {
    label: 'Inside',
    type: 'task',
    task_is_internal_only: true,
    show_when_published: false,
  };
  const task = await createEntity(`/forms/${survey}/stages`, internalTask);
  const attribute = { label: 'Words', type: 'varchar', input: 'text', form_stage_id: Number(task) };
  openSurvey = { survey, task, attribute: await createEntity(`/forms/${survey}/attributes`, attribute) };
  for (const who of nonOwners)
    tokens.set(
      who,
      who === 'passer-by' ? undefined : who === 'peer' ? resources.peer : await app.tokenOf(who),
    );
}, timeoutMs);
afterAll(() => app.close());

/** Headers that differ between any two requests. */
const varyingHeaders = new Set(['date', 'ratelimit', 'x-request-id']);

function normaliseResponse({ statusCode, headers, body }: LightMyRequestResponse, id: string): string {
  const stableHeaders = Object.entries(headers)
    .filter(([name]) => !varyingHeaders.has(name))
    // The nonce of a page is random.
    .map(([name, value]) => `${name}: ${String(value).replace(/'nonce-[^']+'/, '')}`)
    .sort();
  return [statusCode, ...stableHeaders, body].join('\n').replaceAll(id, 'ID');
}

type Method = Endpoint['method'] | 'HEAD';

let requestCount = 0;
async function sendRequest(
  who: Stranger,
  method: Method,
  url: string,
  endpoint: Endpoint,
): Promise<LightMyRequestResponse> {
  const token = tokens.get(who);
  const form = buildMultipart({}, { name: 'a.csv', bytes: Buffer.from('x') });
  const requestBody =
    endpoint.transport === 'multipart'
      ? form
      : {
          payload: JSON.stringify(requestBodies[endpoint.name] ?? { name: 'Mine' }),
          headers: { 'content-type': 'application/json' },
        };
  const hasBody = method === 'POST' || method === 'PUT';
  return app.fastify.inject({
    method,
    url: `/api/v3${url}`,
    remoteAddress: `192.0.2.${requestCount++ % 250}`,
    headers: {
      ...(hasBody ? requestBody.headers : {}),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    ...(hasBody ? { payload: requestBody.payload } : {}),
  });
}

const sendAs = (who: Stranger, method: Method, url: string, payload?: object) => {
  const token = tokens.get(who);
  const headers = token ? { authorization: `Bearer ${token}` } : {};
  return app.fastify.inject({ method, url: `/api/v3${url}`, headers, ...(payload ? { payload } : {}) });
};

/** Requests an existing and an unknown id, also by HEAD. Returns the differences. */
async function findDifferences(
  who: Stranger,
  endpoint: Endpoint,
  existingId: string,
  buildPath: (id: string) => string,
): Promise<string[]> {
  const differences: string[] = [];
  const methods: Method[] = endpoint.method === 'GET' ? ['GET', 'HEAD'] : [endpoint.method];
  for (const method of methods) {
    const existing = normaliseResponse(
      await sendRequest(who, method, buildPath(existingId), endpoint),
      existingId,
    );
    const unknown = normaliseResponse(
      await sendRequest(who, method, buildPath(unknownId), endpoint),
      unknownId,
    );
    if (existing !== unknown || existing.startsWith('2'))
      differences.push(
        `${method} ${endpoint.name} as ${who}: ${existing.slice(0, 3)} / ${unknown.slice(0, 3)}`,
      );
  }
  return differences;
}

const endpoints = Object.values(endpointGroups).flat();
/** Endpoints whose path contains an id of this kind. */
const endpointsWithId = (kind: string) => endpoints.filter(({ path }) => path.startsWith(`/${kind}/{id}`));

test.each(['collections', 'savedsearches', 'tags', 'layers', 'csv'])(
  '%s: hidden ones cannot be distinguished from unknown ids',
  async (kind) => {
    const testedEndpoints = endpointsWithId(kind);
    expect(testedEndpoints.length).toBeGreaterThanOrEqual(3);
    const existingId = resources.ids[kind] ?? '';
    expect(existingId).toHaveLength(unknownId.length);
    const differences: string[] = [];
    for (const endpoint of testedEndpoints)
      for (const who of nonOwners) {
        if (allowedCallers[endpoint.name]?.includes(who) === true) continue;
        if (hasAccount(who) && endpointsRevealingRows.has(endpoint.name)) continue;
        const buildPath = (id: string) =>
          endpoint.path
            .replace('{id}', id)
            .replace(/\{(\w+)\}/g, (_all, key: string) => resources.ids[key] ?? unknownId);
        differences.push(...(await findDifferences(who, endpoint, existingId, buildPath)));
        // Imports are also served under `/dataimport`.
        if (kind === 'csv')
          differences.push(
            ...(await findDifferences(who, endpoint, existingId, (id) =>
              buildPath(id).replace('/csv', '/dataimport'),
            )),
          );
      }
    expect(differences).toEqual([]);
  },
  timeoutMs,
);

/** Callers who see neither disabled surveys nor hidden tasks. */
const outsiders = ['passer-by', 'visitor', 'member', 'peer'] as const;

test(
  'a disabled survey and its parts cannot be distinguished from unknown ids',
  async () => {
    const differences: string[] = [];
    for (const endpoint of endpointsWithId('forms'))
      for (const who of outsiders)
        differences.push(
          ...(await findDifferences(who, endpoint, disabledSurveyId, (id) =>
            endpoint.path
              .replace('{id}', id)
              .replace('{taskId}', openSurvey.task)
              .replace('{attributeId}', openSurvey.attribute),
          )),
        );
    expect(differences).toEqual([]);
  },
  timeoutMs,
);

test('an internal task and its attribute cannot be distinguished from unknown ids', async () => {
  const differences: string[] = [];
  for (const endpoint of endpointsWithId('forms'))
    for (const [key, existingId] of [
      ['{taskId}', openSurvey.task],
      ['{attributeId}', openSurvey.attribute],
    ] as const) {
      if (!endpoint.path.includes(key)) continue;
      for (const who of outsiders)
        differences.push(
          ...(await findDifferences(who, endpoint, existingId, (id) =>
            endpoint.path.replace('{id}', openSurvey.survey).replace(key, id),
          )),
        );
    }
  expect(differences).toEqual([]);
});

test('an account is refused a hidden category, and a report for a hidden collection, with nothing of their content', async () => {
  const post = { id: Number(resources.ids['posts']) };
  const [tag, collection] = [resources.ids['tags'], resources.ids['collections']];
  for (const who of ['member', 'peer'] as const)
    for (const { reply, id } of [
      { reply: await sendAs(who, 'GET', `/tags/${tag}`), id: tag },
      { reply: await sendAs(who, 'POST', `/collections/${collection}/posts`, post), id: collection },
    ]) {
      expect([who, reply.statusCode]).toEqual([who, 403]);
      expect(reply.json<{ errors: object[] }>()).toEqual({
        errors: [expect.objectContaining({ status: 403, message: expect.stringContaining(String(id)) })],
      });
    }
  for (const url of [`/tags/${unknownId}`, `/collections/${unknownId}`])
    expect((await sendAs('member', 'GET', url)).statusCode).toBe(404);
  // Everything else about the collection is hidden.
  expect((await sendAs('member', 'GET', `/collections/${collection}`)).statusCode).toBe(404);
});

test('owners and the team can read them', async () => {
  const statuses: [string, number][] = [];
  const owner = { authorization: `Bearer ${resources.owner}` };
  for (const kind of ['collections', 'savedsearches', 'csv']) {
    const url = `/api/v3/${kind}/${resources.ids[kind]}`;
    statuses.push([`owner ${kind}`, (await app.fastify.inject({ url, headers: owner })).statusCode]);
  }
  for (const kind of ['collections', 'savedsearches', 'csv', 'tags', 'layers'])
    statuses.push([
      `admin ${kind}`,
      (await app.send('admin', 'GET', `/${kind}/${resources.ids[kind]}`)).status,
    ]);
  statuses.push(['reviewer forms', (await app.send('reviewer', 'GET', `/forms/${disabledSurveyId}`)).status]);
  expect(statuses.filter(([, status]) => status !== 200)).toEqual([]);
});

test('returns 401 or 403 to callers who may read but not change a collection', async () => {
  const collection = await createEntity('/collections', { name: 'Open to all' });
  for (const [who, status] of [
    ['passer-by', 401],
    ['visitor', 403],
    ['member', 403],
  ] as const) {
    expect((await app.send(who, 'GET', `/collections/${collection}`)).status).toBe(200);
    for (const method of ['PUT', 'DELETE'] as const)
      expect((await app.send(who, method, `/collections/${collection}`, { name: 'Mine' })).status).toBe(
        status,
      );
  }
});
