/**
 * A feature that is switched off is off on the API too (API v3 §6.1): every endpoint that declares it gives one answer, to all
 * callers who pass the guards of the endpoint, whether the id exists or not, and does nothing.
 */
import type { Endpoint } from '@waypost/contract/common/endpoint';
import { endpointGroups } from '@waypost/contract/common/endpoint-groups';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildMultipart } from '../app/multipart.ts';
import { setOperatorSettings } from '../app/operator-settings.ts';
import { buildPath, requestBodies } from './object-access.ts';
import { type PrivateResources, startAppWithPrivateResources } from './private-resources.ts';

const { app, resources } = await startAppWithPrivateResources();

/** The endpoints of each feature, by path. */
const featurePaths: Record<string, RegExp> = {
  webhooks: /^\/webhooks/,
  'data-import': /^\/csv/,
  'targeted-surveys': /^\/forms\/(\{id\}\/contacts|numbers)$/,
  hxl: /^\/hxl/,
  'user-settings': /^\/users\/\{id\}\/settings/,
};
const features = Object.keys(featurePaths);
const endpoints = Object.values(endpointGroups).flat();
const endpointsOf = (feature: string) => endpoints.filter((it) => it.feature === feature);

const switchOff = (feature: string) =>
  setOperatorSettings(app.db, { features: { [feature]: { enabled: false } } });

async function requestAs(token: string | undefined, endpoint: Endpoint, ids: PrivateResources['ids']) {
  const path = buildPath(endpoint, ids);
  const form = buildMultipart({}, { name: 'rows.csv', bytes: Buffer.from('a\n1\n') });
  const json = {
    payload: JSON.stringify(requestBodies[endpoint.name] ?? {}),
    headers: { 'content-type': 'application/json' },
  };
  const content = endpoint.transport === 'multipart' ? form : json;
  const hasBody = endpoint.method === 'POST' || endpoint.method === 'PUT';
  const response = await app.fastify.inject({
    method: endpoint.method,
    url: `/api/v3${path}`,
    headers: {
      ...(hasBody ? content.headers : {}),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(hasBody ? { payload: content.payload } : {}),
  });
  return { status: response.statusCode, body: response.body };
}

const unknownIds = new Proxy({}, { get: () => '999999999' }) as PrivateResources['ids'];

/** All rows that the endpoints could change. */
const readRows = async () =>
  (
    await sql`
      select (select json_agg(webhooks) from webhooks) as webhooks, (select json_agg(imports) from imports) as imports,
        (select json_agg(user_settings) from user_settings) as settings,
        (select json_agg(survey_contacts) from survey_contacts) as recipients,
        (select json_agg(hxl_metadata) from hxl_metadata) as metadata,
        (select count(*) from webhook_deliveries) as deliveries, (select count(*) from posts) as posts`.execute(
      app.db,
    )
  ).rows;

test('every endpoint below the paths of a feature declares it', () => {
  const wrong = endpoints.filter(({ path, feature }) =>
    features.some((name) => featurePaths[name]?.test(path) !== (feature === name)),
  );
  expect(wrong.map(({ name }) => name)).toEqual([]);
});

describe.each(features)('the feature %s, switched off', (feature) => {
  const offStatus = feature === 'data-import' ? 403 : 404;
  beforeAll(() => switchOff(feature));
  afterAll(() => setOperatorSettings(app.db));

  test('gives one answer, and changes nothing', async () => {
    const before = await readRows();
    expect(endpointsOf(feature).length).toBeGreaterThan(0);
    for (const endpoint of endpointsOf(feature))
      for (const ids of [resources.ids, unknownIds]) {
        const token = feature === 'user-settings' ? resources.owner : await app.tokenOf('admin');
        const response = await requestAs(token, endpoint, ids);
        expect([endpoint.name, response.status]).toEqual([endpoint.name, offStatus]);
        if (offStatus === 404)
          expect(JSON.parse(response.body)).toMatchObject({
            errors: [{ status: 404, code: 'request.no-route' }],
          });
      }
    expect(await readRows()).toEqual(before);
  });

  test('refuses callers without a token or a permission first', async () => {
    for (const endpoint of endpointsOf(feature)) {
      const anonymous = endpoint.token === 'required' ? 401 : endpoint.needs ? 401 : offStatus;
      expect([endpoint.name, (await requestAs(undefined, endpoint, resources.ids)).status]).toEqual([
        endpoint.name,
        anonymous,
      ]);
      const member = await requestAs(await app.tokenOf('member'), endpoint, resources.ids);
      expect([endpoint.name, member.status]).toEqual([endpoint.name, endpoint.needs ? 403 : offStatus]);
    }
  });
});

test('second paths and invalid queries get the same answer; other endpoints do not depend on the features', async () => {
  const off = Object.fromEntries(features.map((name) => [name, { enabled: false }]));
  await setOperatorSettings(app.db, { features: off });
  for (const [path, status] of [
    ['/dataimport', 403],
    ['/webhooks/', 404],
    ['/webhooks?limit=garbage', 404],
  ] as const)
    expect([path, (await app.send('admin', 'GET', path)).status]).toEqual([path, status]);
  for (const path of ['/posts', '/forms', '/users/me', '/config/features', '/exports/jobs', '/contacts'])
    expect([path, (await app.send('admin', 'GET', path)).status]).toEqual([path, 200]);
  await setOperatorSettings(app.db);
  for (const path of ['/webhooks', '/csv', '/hxl/tags', `/users/${await app.idOf('admin')}/settings`])
    expect([path, (await app.send('admin', 'GET', path)).status]).toEqual([path, 200]);
});
