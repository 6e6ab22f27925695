/**
 * What somebody sends is judged only after it is clear that they may send it (section 9 of the API format): every endpoint
 * with an id in its address is asked by everybody with a query and a body that fit no schema, for a thing that is there and
 * for one that is not. Whoever may not reach it is told 401, 403 or 404, never 422, which would tell that they may.
 */
import type { Endpoint } from '@waypost/contract/common/endpoint';
import { endpointGroups } from '@waypost/contract/common/endpoint-groups';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildMultipart } from '../app/multipart.ts';
import { startTestApp, type TestApp } from '../app/test-app.ts';
import { allCallers, allowedCallers, buildPath, type Caller, endpointsWithId } from './object-access.ts';
import { createPrivateResources, type PrivateResources } from './private-resources.ts';

/** Milliseconds: two thousand requests, on a machine that has other things to do. */
const timeoutMs = 240_000;

let app: TestApp;
let resources: PrivateResources;
beforeAll(async () => {
  app = await startTestApp();
  resources = await createPrivateResources(app);
});
afterAll(() => app.close());

/** Fits no schema that has a field. */
const garbageBody = JSON.stringify(['garbage']);
/** Of the right kind, with values that no field takes. */
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
  const sent =
    endpoint.transport === 'multipart' ? form : { payload, headers: { 'content-type': 'application/json' } };
  const response = await app.fastify.inject({
    method: endpoint.method,
    url: `/api/v3${address}?limit=garbage&offset=garbage&order=garbage`,
    remoteAddress: `192.0.2.${requestCount++ % 250}`,
    headers: { ...(hasBody ? sent.headers : {}), ...authorization },
    ...(hasBody ? { payload: sent.payload } : {}),
  });
  return response.statusCode;
}

const refusalStatuses = new Set([401, 403, 404]);
const writingEndpoints = endpointsWithId.filter(({ kind }) => kind === 'writes');
const readingEndpoints = endpointsWithId.filter(({ kind }) => kind === 'reads');

test.each([
  ['a body of the wrong kind', garbageBody],
  ['a body with wrong values', invalidValues],
])(
  'to write where one may not is refused before it is judged: %s',
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
  'to read where one may not is refused before the query is judged',
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

/** A file is uploaded to whoever holds its address; tiles and groups of settings are no rows. */
const endpointsWithoutRows = new Set([
  'listPostsGeoJsonInTile',
  'readPostTile',
  'readUnsubscription',
  'unsubscribe',
]);

test(
  'what is not there is not there, whatever is sent, for everybody',
  async () => {
    const nothing = new Proxy({}, { get: () => '999999999' }) as Record<string, string>;
    const wrong: string[] = [];
    for (const endpoint of endpointsWithId) {
      if (endpointsWithoutRows.has(endpoint.name)) continue;
      for (const who of allCallers) {
        const status = await requestAs(who, endpoint, buildPath(endpoint, nothing), garbageBody);
        if (!refusalStatuses.has(status)) wrong.push(`${endpoint.name} ${who} ${status}`);
      }
    }
    expect(wrong).toEqual([]);
  },
  timeoutMs,
);

test(
  'whoever may write is told what is wrong',
  async () => {
    const wrong: string[] = [];
    const hasFields = ({ body }: Endpoint) => !body.safeParse(['garbage']).success;
    const judged = writingEndpoints.filter(
      (endpoint) =>
        hasFields(endpoint) && endpoint.method !== 'DELETE' && !endpoint.path.startsWith('/jobs/'),
    );
    for (const endpoint of judged) {
      const [who] = allowedCallers[endpoint.name] ?? [];
      if (who === undefined) continue;
      const status = await requestAs(who, endpoint, buildPath(endpoint, resources.ids), garbageBody);
      if (status !== 422) wrong.push(`${endpoint.name} ${who} ${status}`);
    }
    expect(wrong).toEqual([]);
  },
  timeoutMs,
);

/** Whoever has a token makes these, and what is in them decides whether it is taken. */
const endpointsOpenToVisitors = new Set([
  'createPost',
  'createMedia',
  'beginUpload',
  'register',
  'requestPasswordReset',
  'confirmPasswordReset',
]);

test('what a visitor can never make is refused before it is judged', async () => {
  const wrong: string[] = [];
  const makers = Object.values(endpointGroups)
    .flat()
    .filter((it) => it.kind === 'writes' && !it.path.includes('{') && !endpointsOpenToVisitors.has(it.name));
  for (const endpoint of makers) {
    const status = await requestAs('visitor', endpoint, endpoint.path, garbageBody);
    if (!refusalStatuses.has(status) && !(endpoint.method === 'DELETE' && status === 200))
      wrong.push(`${endpoint.name} ${status}`);
  }
  expect(wrong).toEqual([]);
});
