/**
 * What somebody sends is judged only after it is clear that they may send it (section 9 of the API format): every endpoint
 * with an id in its address is asked by everybody with a query and a body that fit no schema, for a thing that is there and
 * for one that is not. Whoever may not reach it is told 401, 403 or 404, never 422, which would tell that they may.
 */
import type { Endpoint } from '@waypost/contract/endpoint';
import { endpointGroups } from '@waypost/contract/endpoints';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Deployment, startDeployment } from './deployment.ts';
import { multipart } from './multipart.ts';
import { addressOf, endpoints, everybody, reaches, type Who } from './object-access.ts';
import { type PrivateThings, privateThings } from './private-things.ts';

/** Milliseconds: two thousand requests, on a machine that has other things to do. */
const patience = 240_000;

let it: Deployment;
let things: PrivateThings;
beforeAll(async () => {
  it = await startDeployment();
  things = await privateThings(it);
});
afterAll(() => it.close());

/** Fits no schema that has a field. */
const garbageBody = JSON.stringify(['garbage']);
/** Of the right kind, with values that no field takes. */
const wrongValues = JSON.stringify({
  id: 'x',
  title: { a: 1 },
  name: { a: 1 },
  values: 7,
  config_key: '',
  offset: 'x',
});

let asked = 0;
async function ask(who: Who, endpoint: Endpoint, address: string, payload: string): Promise<number> {
  const token =
    who === 'owner' || who === 'peer' ? things[who] : who === 'passer-by' ? undefined : await it.tokenOf(who);
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const form = multipart({ offset: 'garbage' }, { name: 'piece', bytes: Buffer.from('x') });
  const hasBody = endpoint.method === 'POST' || endpoint.method === 'PUT';
  const sent =
    endpoint.transport === 'multipart' ? form : { payload, headers: { 'content-type': 'application/json' } };
  const answer = await it.app.inject({
    method: endpoint.method,
    url: `/api/v3${address}?limit=garbage&offset=garbage&order=garbage`,
    remoteAddress: `192.0.2.${asked++ % 250}`,
    headers: { ...(hasBody ? sent.headers : {}), ...authorization },
    ...(hasBody ? { payload: sent.payload } : {}),
  });
  return answer.statusCode;
}

const refusals = new Set([401, 403, 404]);
const writers = endpoints.filter(({ kind }) => kind === 'writes');
const readers = endpoints.filter(({ kind }) => kind === 'reads');

test.each([
  ['a body of the wrong kind', garbageBody],
  ['a body with wrong values', wrongValues],
])(
  'to write where one may not is refused before it is judged: %s',
  async (_what, payload) => {
    const wrong: string[] = [];
    for (const endpoint of writers)
      for (const who of everybody) {
        if (reaches[endpoint.name]?.includes(who)) continue;
        const status = await ask(who, endpoint, addressOf(endpoint, things.ids), payload);
        if (!refusals.has(status)) wrong.push(`${endpoint.name} ${who} ${status}`);
      }
    expect(wrong).toEqual([]);
  },
  patience,
);

test(
  'to read where one may not is refused before the query is judged',
  async () => {
    const wrong: string[] = [];
    for (const endpoint of readers)
      for (const who of everybody) {
        if (reaches[endpoint.name]?.includes(who)) continue;
        const status = await ask(who, endpoint, addressOf(endpoint, things.ids), garbageBody);
        if (!refusals.has(status)) wrong.push(`${endpoint.name} ${who} ${status}`);
      }
    expect(wrong).toEqual([]);
  },
  patience,
);

/** A file is uploaded to whoever holds its address; tiles and groups of settings are no rows. */
const withoutRows = new Set(['listPostsGeoInTile', 'postTile', 'readUnsubscription', 'unsubscribe']);

test(
  'what is not there is not there, whatever is sent, for everybody',
  async () => {
    const nothing = new Proxy({}, { get: () => '999999999' }) as Record<string, string>;
    const wrong: string[] = [];
    for (const endpoint of endpoints) {
      if (withoutRows.has(endpoint.name)) continue;
      for (const who of everybody) {
        const status = await ask(who, endpoint, addressOf(endpoint, nothing), garbageBody);
        if (!refusals.has(status)) wrong.push(`${endpoint.name} ${who} ${status}`);
      }
    }
    expect(wrong).toEqual([]);
  },
  patience,
);

test(
  'whoever may write is told what is wrong',
  async () => {
    const wrong: string[] = [];
    const hasFields = ({ body }: Endpoint) => !body.safeParse(['garbage']).success;
    const judged = writers.filter(
      (endpoint) =>
        hasFields(endpoint) && endpoint.method !== 'DELETE' && !endpoint.path.startsWith('/jobs/'),
    );
    for (const endpoint of judged) {
      const [who] = reaches[endpoint.name] ?? [];
      if (who === undefined) continue;
      const status = await ask(who, endpoint, addressOf(endpoint, things.ids), garbageBody);
      if (status !== 422) wrong.push(`${endpoint.name} ${who} ${status}`);
    }
    expect(wrong).toEqual([]);
  },
  patience,
);

/** Whoever has a token makes these, and what is in them decides whether it is taken. */
const openToVisitors = new Set([
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
    .filter((it) => it.kind === 'writes' && !it.path.includes('{') && !openToVisitors.has(it.name));
  for (const endpoint of makers) {
    const status = await ask('visitor', endpoint, endpoint.path, garbageBody);
    if (!refusals.has(status) && !(endpoint.method === 'DELETE' && status === 200))
      wrong.push(`${endpoint.name} ${status}`);
  }
  expect(wrong).toEqual([]);
});
