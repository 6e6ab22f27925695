/** Bad input of every kind, to every endpoint: it is the caller's fault each time, told in the wire's shape, never ours. */
import type { Endpoint } from '@waypost/contract/endpoint';
import { endpointGroups } from '@waypost/contract/endpoints';
import { ErrorEnvelope } from '@waypost/contract/problems';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { type Deployment, startDeployment } from './deployment.ts';

let it: Deployment;
beforeAll(async () => {
  it = await startDeployment();
});
afterAll(() => it.close());

const endpoints = Object.values(endpointGroups).flat();

const nonsense: readonly unknown[] = [
  null,
  '',
  ' ',
  'x',
  'a\u0000b',
  '\ud800',
  "'; drop table posts; --",
  'x'.repeat(70_000),
  -1,
  0,
  1.5,
  1e308,
  99_999_999_999_999_999_999n.toString(),
  true,
  [],
  [null],
  [[]],
  {},
  { id: 'x' },
  { id: 9_007_199_254_740_991 },
  { toString: 'x', constructor: 1 },
];

/** The names of the fields that an endpoint knows, and one that it does not. */
function fieldsOf(schema: z.ZodType): string[] {
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as {
    properties?: object;
  };
  return [...Object.keys(properties), 'no_such_field'];
}

const addressOf = (endpoint: Endpoint, id: string) => endpoint.path.replace(/\{\w+\}/g, id);

/** Sends one request, and tells of it only if the answer is not an honest one. */
async function complaint(endpoint: Endpoint, url: string, body?: unknown): Promise<string[]> {
  const headers = {
    authorization: `Bearer ${await it.tokenOf('admin')}`,
    'content-type': 'application/json',
  };
  const payload = body === undefined ? {} : { payload: JSON.stringify(body) };
  const answer = await it.app.inject({ method: endpoint.method, url: `/api/v3${url}`, headers, ...payload });
  const asked = `${endpoint.method} ${url.slice(0, 120)} ${JSON.stringify(body)?.slice(0, 80) ?? ''}`;
  if (answer.statusCode >= 500) return [`${answer.statusCode} ${asked}`];
  if (answer.statusCode < 400) return [];
  const told = ErrorEnvelope.safeParse(answer.json());
  return told.success && told.data.errors.length > 0 ? [] : [`no envelope: ${asked}`];
}

/** Deleting would take away what the next request asks about; signing out would end the walk. */
const walked = endpoints.filter((endpoint) => endpoint.method !== 'DELETE');

test.each(walked.map((endpoint) => [endpoint.name, endpoint] as const))('%s', async (_name, endpoint) => {
  const complaints: string[] = [];
  if (endpoint.path.includes('{'))
    for (const id of ['0', '-1', 'x', '1.5', '99999999999999', '%00', '%F0%9F', '..%2f..', "1'"])
      complaints.push(...(await complaint(endpoint, addressOf(endpoint, id))));
  const url = addressOf(endpoint, '1');
  for (const field of fieldsOf(endpoint.query))
    for (const value of ['', 'x', '-1', '1e400', '%00', '%ED%A0%80', 'x'.repeat(3000), '1,2,x', '2020-13-45'])
      complaints.push(...(await complaint(endpoint, `${url}?${field}=${value}&${field}[a][b]=${value}`)));
  if (endpoint.method === 'POST' || endpoint.method === 'PUT') {
    for (const body of nonsense) complaints.push(...(await complaint(endpoint, url, body)));
    for (const field of fieldsOf(endpoint.body))
      for (const value of nonsense) complaints.push(...(await complaint(endpoint, url, { [field]: value })));
  }
  expect(complaints).toEqual([]);
});
