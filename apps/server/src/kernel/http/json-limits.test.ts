/** JSON that is nested too deep or has too many members is refused for every endpoint, and the deepest JSON that is allowed is stored and read. */
import type { Endpoint } from '@waypost/contract/common/endpoint';
import { endpointGroups } from '@waypost/contract/common/endpoint-groups';
import { limits } from '@waypost/contract/common/limits';
import type { Post } from '@waypost/contract/posts/posts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestSurvey } from '../../testing/app/create-test-survey.ts';
import { startTestApp, type TestApp } from '../../testing/app/test-app.ts';
import { schemaFieldNames } from '../../testing/security/check-response.ts';
import { maxJsonMembers } from './json-limits.ts';
import { maxFormBytes } from './plugins.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

const post = async (
  url: string,
  payload: string | Buffer,
  contentType = 'application/json',
  method = 'POST',
) => {
  const { statusCode, body } = await app.fastify.inject({
    method: method as 'POST',
    url,
    headers: { 'content-type': contentType, authorization: `Bearer ${await app.tokenOf('admin')}` },
    payload,
  });
  return { status: statusCode, body };
};

const refusal = {
  status: 400,
  body: expect.stringContaining(`nested deeper than ${limits.jsonDepth} levels`) as string,
};

const endpoints = Object.values(endpointGroups).flat();

/** Endpoints that read a body. The unknown name does not count. */
const writes = endpoints.filter(
  ({ method, body }) => (method === 'POST' || method === 'PUT') && schemaFieldNames(body).length > 1,
);

const findAccepted = async ({ method, path, body: schema }: Endpoint) => {
  const url = `/api/v3${path.replace(/\{\w+\}/g, '1')}`;
  const accepted: string[] = [];
  for (const field of schemaFieldNames(schema))
    for (const levels of [100, 5000]) {
      const { status } = await post(url, `{"${field}":${nested(levels)}}`, undefined, method);
      // Refusals come before errors in the body (API v3 §1.5).
      if (status < 400 || status >= 500) accepted.push(`${field} ${levels}: ${status}`);
    }
  return accepted;
};

test.each(writes.map((endpoint) => [endpoint.name, endpoint] as const))('%s', async (_name, endpoint) => {
  expect(await findAccepted(endpoint)).toEqual([]);
});

/** Endpoints that read no body, or one without known fields. */
const withoutFields = endpoints.filter(
  ({ method, body }) => method !== 'GET' && schemaFieldNames(body).length <= 1,
);

test.each(withoutFields.map((endpoint) => [endpoint.name, endpoint] as const))(
  '%s refuses a body that is not JSON or nested too deep, although it knows no field of it',
  async (_name, { method, path }) => {
    const url = `/api/v3${path.replace(/\{\w+\}/g, '1')}`;
    for (const payload of ['{"reason":', nested(100)])
      expect((await post(url, payload, undefined, method)).status).toBeOneOf([400, 401, 403, 404]);
  },
);

test.each(['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
  'fields of JSON that are sent as %s are refused, and not lost',
  async (contentType) => {
    for (const [url, payload] of [
      ['/api/v3/posts', '{"form":1,"title":"lost words"}'],
      ['/api/v3/posts', 'form=1&title=lost+words'],
      ['/api/v3/config/site', '{"name":"x"}'],
    ] as const) {
      const method = url.endsWith('site') ? 'PUT' : 'POST';
      const answer = await post(url, payload, contentType, method);
      expect([url, answer.status, answer.body]).toEqual([
        url,
        400,
        expect.stringContaining('application/json'),
      ]);
    }
  },
);

test('JSON in another encoding than UTF-8 is refused', async () => {
  for (const url of ['/api/v3/collections', '/api/v3/tags', '/api/v3/posts'])
    expect(
      await post(url, Buffer.from('{"name":"caf\xe9","tag":"caf\xe9","title":"caf\xe9"}', 'latin1')),
    ).toMatchObject({
      status: 400,
      body: expect.stringContaining('UTF-8') as string,
    });
  expect((await post('/api/v3/savedsearches', '\ufeff{"name":"café","filter":{}}')).status).toBe(200);
});

test('401 comes before the error in the body', async () => {
  for (const payload of ['{"name":', nested(100), 'null']) {
    const { statusCode } = await app.fastify.inject({
      method: 'POST',
      url: '/api/v3/roles',
      headers: { 'content-type': 'application/json' },
      payload,
    });
    expect([payload.slice(0, 9), statusCode]).toEqual([payload.slice(0, 9), 401]);
  }
});

test('an endpoint without a body that is refused changes nothing', async () => {
  const collection = await app.send<{ id: number }>('admin', 'POST', '/collections', { name: 'Floods' });
  const path = `/collections/${collection.body.id}`;
  for (const payload of ['{"reason":', nested(100)])
    expect((await post(`/api/v3${path}`, payload, undefined, 'DELETE')).status).toBe(400);
  expect((await app.send('admin', 'GET', path)).status).toBe(200);
  expect((await post(`/api/v3${path}`, '', undefined, 'DELETE')).status).toBe(200);
});

test('tokens and fields of forms too', async () => {
  expect(await post('/oauth/token', nested(100_000))).toMatchObject(refusal);
  const part =
    'Content-Disposition: form-data; name="caption"\r\nContent-Type: application/json\r\n\r\n' + nested(100);
  expect(
    await post('/api/v3/media', `--x\r\n${part}\r\n--x--\r\n`, 'multipart/form-data; boundary=x'),
  ).toMatchObject(refusal);
});

test('JSON with very many members is refused before it is parsed, and a text that looks like it is stored', async () => {
  const members = (count: number) => Array.from({ length: count }, (_none, at) => `"k${at}":1`).join(',');
  for (const body of [
    `{"name":"Many","view_options":{${members(maxJsonMembers)}}}`,
    `{"name":"Many","view_options":[${'{},'.repeat(maxJsonMembers)}{}]}`,
  ])
    expect(await post('/api/v3/collections', body)).toMatchObject({
      status: 400,
      body: expect.stringContaining(`more than ${maxJsonMembers} objects and members`) as string,
    });
  const survey = await createTestSurvey(app.db, {}, {});
  const content = String.raw`\\"{":`.repeat(maxJsonMembers / 4);
  const { status, body } = await app.send<Post>('admin', 'POST', '/posts', {
    form: survey.id,
    title: 'Text',
    content,
  });
  expect([status, body.content]).toEqual([200, content]);
});

test('a form of more than 1 MB is refused', async () => {
  const form = (bytes: number) => `name=${'b'.repeat(bytes)}`;
  const type = 'application/x-www-form-urlencoded';
  for (const [bytes, reason] of [
    [maxFormBytes - 100, 'must be JSON'],
    [maxFormBytes, 'too large'],
  ] as const)
    expect(await post('/api/v3/collections', form(bytes), type)).toMatchObject({
      status: 400,
      body: expect.stringContaining(reason) as string,
    });
});

test('the deepest JSON that is allowed can be stored, listed and sent back', async () => {
  const options = `{"a":${nested(limits.jsonDepth - 2)}}`;
  const body = (name: string) => `{"name":"${name}","view_options":${options}}`;
  expect(await post('/api/v3/collections', body('Deep'))).toMatchObject({
    status: 200,
    body: expect.stringContaining(options) as string,
  });
  const listed = await app.send<{ results: { id: number; view_options: unknown }[] }>(
    'visitor',
    'GET',
    '/collections',
  );
  expect(JSON.stringify(listed.body.results[0]?.view_options)).toBe(options);
  const url = `/api/v3/collections/${listed.body.results[0]?.id}`;
  expect((await post(url, body('Deeper'), undefined, 'PUT')).status).toBe(200);
  expect(await post('/api/v3/collections', body('Deep').replace('[', '[['))).toMatchObject({ status: 400 });
});
