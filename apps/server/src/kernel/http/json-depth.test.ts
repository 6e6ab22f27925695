/** JSON that is nested too deep is refused for every endpoint, and the deepest JSON that is allowed is stored and read. */
import type { Endpoint } from '@waypost/contract/common/endpoint';
import { endpointGroups } from '@waypost/contract/common/endpoint-groups';
import { limits } from '@waypost/contract/common/limits';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app/test-app.ts';
import { schemaFieldNames } from '../../testing/security/check-response.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

const post = async (url: string, payload: string, contentType = 'application/json', method = 'POST') => {
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

/** Endpoints that read a body. The unknown name does not count. */
const writes = Object.values(endpointGroups)
  .flat()
  .filter(({ method, body }) => (method === 'POST' || method === 'PUT') && schemaFieldNames(body).length > 1);

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

test('tokens and fields of forms too', async () => {
  expect(await post('/oauth/token', nested(100_000))).toMatchObject(refusal);
  const part =
    'Content-Disposition: form-data; name="caption"\r\nContent-Type: application/json\r\n\r\n' + nested(100);
  expect(
    await post('/api/v3/media', `--x\r\n${part}\r\n--x--\r\n`, 'multipart/form-data; boundary=x'),
  ).toMatchObject(refusal);
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
