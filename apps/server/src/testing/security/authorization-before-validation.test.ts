/**
 * Authorization precedes validation (API v3 §9): every endpoint with an id in its path is requested by all callers,
 * with a query and a body that match no schema, for an existing and for an unknown id. A caller without access gets
 * 401, 403 or 404, never 422, which would reveal that the id exists.
 */
import { randomUUID } from 'node:crypto';
import type { Endpoint } from '@waypost/contract/common/endpoint';
import { endpointGroups } from '@waypost/contract/common/endpoint-groups';
import { expect, test } from 'vitest';
import { createTestSurvey } from '../app/create-test-survey.ts';
import { buildMultipart } from '../app/multipart.ts';
import { allCallers, allowedCallers, buildPath, type Caller, endpointsWithId } from './object-access.ts';
import { startAppWithPrivateResources } from './private-resources.ts';

/** For two thousand requests on a busy machine. */
const timeoutMs = 240_000;

const { app, resources } = await startAppWithPrivateResources();

/** Matches no schema with fields. */
const garbageBody = JSON.stringify(['garbage']);
/** The right type, with values that no field accepts. */
const invalidValues = JSON.stringify({
  id: 'x',
  title: { a: 1 },
  name: { a: 1 },
  values: 7,
  config_key: '',
  offset: 'x',
});

let requestCount = 0;
async function requestAs(who: Caller, endpoint: Endpoint, address: string, payload: string): Promise<number> {
  const token =
    who === 'owner' || who === 'peer'
      ? resources[who]
      : who === 'passer-by'
        ? undefined
        : await app.tokenOf(who);
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const form = buildMultipart({ offset: 'garbage' }, { name: 'piece', bytes: Buffer.from('x') });
  const hasBody = endpoint.method === 'POST' || endpoint.method === 'PUT';
  const requestContent =
    endpoint.transport === 'multipart' ? form : { payload, headers: { 'content-type': 'application/json' } };
  const response = await app.fastify.inject({
    method: endpoint.method,
    url: `/api/v3${address}?limit=garbage&offset=garbage&order=garbage`,
    remoteAddress: `192.0.2.${requestCount++ % 250}`,
    headers: { ...(hasBody ? requestContent.headers : {}), ...authorization },
    ...(hasBody ? { payload: requestContent.payload } : {}),
  });
  return response.statusCode;
}

/** Cut off on its way. */
const brokenJson = '{"title": "Bridge';

const invalidBodies: [string, string][] = [
  ['a body of the wrong kind', garbageBody],
  ['a body with wrong values', invalidValues],
  ['a body that is not JSON', brokenJson],
];

const refusalStatuses = new Set([401, 403, 404]);
const writingEndpoints = endpointsWithId.filter(({ kind }) => kind === 'writes');
const readingEndpoints = endpointsWithId.filter(({ kind }) => kind === 'reads');

test.each(invalidBodies)(
  'writes without permission are rejected before validation: %s',
  async (_what, payload) => {
    const wrong: string[] = [];
    for (const endpoint of writingEndpoints)
      for (const who of allCallers) {
        if (allowedCallers[endpoint.name]?.includes(who)) continue;
        const status = await requestAs(who, endpoint, buildPath(endpoint, resources.ids), payload);
        if (!refusalStatuses.has(status)) wrong.push(`${endpoint.name} ${who} ${status}`);
      }
    expect(wrong).toEqual([]);
  },
  timeoutMs,
);

test(
  'reads without permission are rejected before the query is validated',
  async () => {
    const wrong: string[] = [];
    for (const endpoint of readingEndpoints)
      for (const who of allCallers) {
        if (allowedCallers[endpoint.name]?.includes(who)) continue;
        const status = await requestAs(who, endpoint, buildPath(endpoint, resources.ids), garbageBody);
        if (!refusalStatuses.has(status)) wrong.push(`${endpoint.name} ${who} ${status}`);
      }
    expect(wrong).toEqual([]);
  },
  timeoutMs,
);

/** The id of an upload is its secret; tiles and configuration groups have no rows. */
const endpointsWithoutRows = new Set([
  'listPostsGeoJsonInTile',
  'readPostTile',
  'readUnsubscription',
  'unsubscribe',
]);

test.each([
  ['a body of the wrong kind', garbageBody],
  ['a body that is not JSON', brokenJson],
])(
  'an unknown id is rejected for all callers: %s',
  async (_what, payload) => {
    const nothing = new Proxy({}, { get: () => '999999999' }) as Record<string, string>;
    const wrong: string[] = [];
    for (const endpoint of endpointsWithId) {
      if (endpointsWithoutRows.has(endpoint.name)) continue;
      for (const who of allCallers) {
        const status = await requestAs(who, endpoint, buildPath(endpoint, nothing), payload);
        if (!refusalStatuses.has(status)) wrong.push(`${endpoint.name} ${who} ${status}`);
      }
    }
    expect(wrong).toEqual([]);
  },
  timeoutMs,
);

test(
  'callers with permission get validation errors',
  async () => {
    const wrong: string[] = [];
    const hasFields = ({ body }: Endpoint) => !body.safeParse(['garbage']).success;
    const validatingEndpoints = writingEndpoints.filter(
      (endpoint) =>
        hasFields(endpoint) && endpoint.method !== 'DELETE' && !endpoint.path.startsWith('/jobs/'),
    );
    for (const endpoint of validatingEndpoints) {
      const [who] = allowedCallers[endpoint.name] ?? [];
      if (who === undefined) continue;
      const status = await requestAs(who, endpoint, buildPath(endpoint, resources.ids), garbageBody);
      if (status !== 422) wrong.push(`${endpoint.name} ${who} ${status}`);
    }
    expect(wrong).toEqual([]);
  },
  timeoutMs,
);

/** Every token may use these endpoints; the content decides whether they succeed. */
const endpointsOpenToVisitors = new Set([
  'createPost',
  'previewPost',
  'suggestPlacesForText',
  'createMedia',
  'beginUpload',
  'register',
  'requestPasswordReset',
  'confirmPasswordReset',
  'checkInvitation',
  'acceptInvitation',
  'openReceipt',
]);

test.each(invalidBodies)(
  'rejects creations without permission before validation: %s',
  async (_what, payload) => {
    const wrong: string[] = [];
    const makers = Object.values(endpointGroups)
      .flat()
      .filter(
        (it) => it.kind === 'writes' && !it.path.includes('{') && !endpointsOpenToVisitors.has(it.name),
      );
    for (const endpoint of makers)
      for (const who of ['passer-by', 'visitor'] as const) {
        const status = await requestAs(who, endpoint, endpoint.path, payload);
        if (!refusalStatuses.has(status) && !(endpoint.method === 'DELETE' && status === 200))
          wrong.push(`${endpoint.name} ${who} ${status}`);
      }
    expect(wrong).toEqual([]);
  },
);

test('a field that the caller may not set is rejected before another field that is invalid', async () => {
  const team = await createTestSurvey(app.db, {}, { everyone_can_create: false });
  const open = await createTestSurvey(app.db, {});
  const someone = await app.idOf('admin');
  const own = `/posts/${resources.ids['posts']}`;
  const tooLong = { title: 'x'.repeat(151) };
  const wrongTypes = { title: {}, status: 'zz', published_to: 'x', slug: {}, values: 7 };
  const requests: [Caller, 'POST' | 'PUT', string, object, object][] = [
    ['visitor', 'POST', '/posts', { form: team.id, title: 'Bridge' }, tooLong],
    ['member', 'POST', '/posts', { form: team.id, title: 'Bridge' }, { ...tooLong, values: 7 }],
    ['member', 'POST', '/posts', { author_email: 'a@example.org', title: 'Bridge' }, tooLong],
    ['member', 'POST', '/posts', { form: team.id, title: 'Bridge' }, wrongTypes],
    ['member', 'POST', '/posts', { form: open.id, user: someone, title: 'Bridge' }, wrongTypes],
    ['member', 'POST', '/posts', { form: open.id, user_id: someone, title: 'Bridge' }, wrongTypes],
    ['member', 'POST', '/posts', { form: open.id, author_email: 'a@example.org' }, wrongTypes],
    ['owner', 'PUT', own, { user: someone }, tooLong],
    ['owner', 'PUT', own, { user: someone }, wrongTypes],
    ['owner', 'PUT', own, { author_email: 'a@example.org' }, wrongTypes],
    ['member', 'POST', '/collections', { name: 'Gauges', featured: true }, { view: 'x' }],
    ['member', 'POST', '/savedsearches', { name: 'Gauges', filter: {}, featured: true }, { filter: 7 }],
    ['owner', 'PUT', `/savedsearches/${resources.ids['savedsearches']}`, { featured: true }, { filter: 7 }],
    ['owner', 'PUT', '/users/me', { role: 'admin' }, { email: 'x' }],
  ];
  for (const [who, method, url, body, invalid] of requests) {
    const token = who === 'owner' ? resources.owner : await app.tokenOf(who as 'member');
    const send = async (payload: object) => {
      const headers = { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() };
      return (await app.fastify.inject({ method, url: `/api/v3${url}`, headers, payload })).statusCode;
    };
    const statuses = [await send(body), await send({ ...body, ...invalid })];
    expect.soft([who, url, body, ...statuses]).toEqual([who, url, body, 403, 403]);
  }
});

test('names every field that is invalid by itself, whatever else is wrong', async () => {
  const headers = { authorization: `Bearer ${await app.tokenOf('admin')}` };
  const payload = { form: 999_999_999, title: 'x'.repeat(151), locale: '?' };
  const response = await app.fastify.inject({ method: 'POST', url: '/api/v3/posts', headers, payload });
  const { errors } = response.json<{ errors: { source?: { pointer: string } }[] }>();
  expect([response.statusCode, errors.slice(1).map((it) => it.source?.pointer)]).toEqual([
    422,
    ['/title', '/locale'],
  ]);
});
