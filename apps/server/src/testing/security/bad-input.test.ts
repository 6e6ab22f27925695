/**
 * Invalid input of all kinds for every endpoint never causes a server error, and errors have the format of API v3.
 * `npm test` sends a fixed quarter of the combinations of fields and values, `npm run test:all` sends all.
 */
import type { Endpoint } from '@waypost/contract/common/endpoint';
import { endpointGroups } from '@waypost/contract/common/endpoint-groups';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../app/test-app.ts';
import { findInvalidResponses, schemaFieldNames } from './check-response.ts';
import { createSampler } from './sampling.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const endpoints = Object.values(endpointGroups).flat();

const invalidInputs: readonly unknown[] = [
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

const buildPath = (endpoint: Endpoint, id: string) => endpoint.path.replace(/\{\w+\}/g, id);

const findInvalidResponse = async (endpoint: Endpoint, url: string, body?: unknown): Promise<string[]> =>
  findInvalidResponses(app, endpoint, url, {
    token: await app.tokenOf('admin'),
    text: body === undefined ? undefined : JSON.stringify(body),
  });

/** The lists of values have 9 and 21 entries, without a common divisor with 4. */
const isSampled = createSampler(4);

/** Deletions would remove what later requests need, and signing out would end the test. */
const testedEndpoints = endpoints.filter((endpoint) => endpoint.method !== 'DELETE');

test.each(testedEndpoints.map((endpoint) => [endpoint.name, endpoint] as const))(
  '%s',
  async (_name, endpoint) => {
    const violations: string[] = [];
    if (endpoint.path.includes('{'))
      for (const id of ['0', '-1', 'x', '1.5', '99999999999999', '%00', '%F0%9F', '..%2f..', "1'"])
        violations.push(...(await findInvalidResponse(endpoint, buildPath(endpoint, id))));
    const url = buildPath(endpoint, '1');
    for (const field of schemaFieldNames(endpoint.query))
      for (const value of [
        '',
        'x',
        '-1',
        '1e400',
        '%00',
        '%ED%A0%80',
        'x'.repeat(3000),
        '1,2,x',
        '2020-13-45',
      ])
        if (isSampled())
          violations.push(
            ...(await findInvalidResponse(endpoint, `${url}?${field}=${value}&${field}[a][b]=${value}`)),
          );
    if (endpoint.method === 'POST' || endpoint.method === 'PUT') {
      for (const body of invalidInputs) violations.push(...(await findInvalidResponse(endpoint, url, body)));
      for (const field of schemaFieldNames(endpoint.body))
        for (const value of invalidInputs)
          if (isSampled()) violations.push(...(await findInvalidResponse(endpoint, url, { [field]: value })));
    }
    expect(violations).toEqual([]);
  },
);
