/** Bad input of every kind, to every endpoint: it is the caller's fault each time, told in the wire's shape, never ours. */
import type { Endpoint } from '@waypost/contract/endpoint';
import { endpointGroups } from '@waypost/contract/endpoints';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Deployment, startDeployment } from './deployment.ts';
import { complaints, fieldsOf } from './honest.ts';

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

const addressOf = (endpoint: Endpoint, id: string) => endpoint.path.replace(/\{\w+\}/g, id);

const complaint = async (endpoint: Endpoint, url: string, body?: unknown): Promise<string[]> =>
  complaints(it, endpoint, url, {
    token: await it.tokenOf('admin'),
    text: body === undefined ? undefined : JSON.stringify(body),
  });

/** Deleting would take away what the next request asks about; signing out would end the walk. */
const walked = endpoints.filter((endpoint) => endpoint.method !== 'DELETE');

test.each(walked.map((endpoint) => [endpoint.name, endpoint] as const))('%s', async (_name, endpoint) => {
  const told: string[] = [];
  if (endpoint.path.includes('{'))
    for (const id of ['0', '-1', 'x', '1.5', '99999999999999', '%00', '%F0%9F', '..%2f..', "1'"])
      told.push(...(await complaint(endpoint, addressOf(endpoint, id))));
  const url = addressOf(endpoint, '1');
  for (const field of fieldsOf(endpoint.query))
    for (const value of ['', 'x', '-1', '1e400', '%00', '%ED%A0%80', 'x'.repeat(3000), '1,2,x', '2020-13-45'])
      told.push(...(await complaint(endpoint, `${url}?${field}=${value}&${field}[a][b]=${value}`)));
  if (endpoint.method === 'POST' || endpoint.method === 'PUT') {
    for (const body of nonsense) told.push(...(await complaint(endpoint, url, body)));
    for (const field of fieldsOf(endpoint.body))
      for (const value of nonsense) told.push(...(await complaint(endpoint, url, { [field]: value })));
  }
  expect(told).toEqual([]);
});
