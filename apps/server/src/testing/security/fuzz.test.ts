/**
 * Fuzzes every endpoint of the OpenAPI document with valid and hostile values, as visitor, member and administrator.
 * There is never a server error, every request ends, and errors have the format of API v3. `FUZZ_SEED` and
 * `FUZZ_ROUNDS` override the defaults; a failure reports its seed.
 */
import { webClient } from '@waypost/contract/users/oauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRandom } from '../../demo/random.ts';
import { inTransaction } from '../../kernel/db/database.ts';
import { issueToken } from '../../users/authentication/tokens.ts';
import { startTestApp, type TestApp } from '../app/test-app.ts';
import { scaled } from '../time.ts';
import { findInvalidResponses } from './check-response.ts';
import { generateHostileValue, generateValue, injections, type JsonSchema } from './generate-from-schema.ts';
import { createPrivateResources, type PrivateResources } from './private-resources.ts';

const seed = Number(process.env['FUZZ_SEED'] ?? 20_261_122);
const rounds = Number(process.env['FUZZ_ROUNDS'] ?? 3);

/** Milliseconds. */
const timeoutMs = scaled(120_000 + rounds * 20_000);

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  schema: JsonSchema;
}
interface Operation {
  operationId: string;
  parameters: Parameter[];
  requestBody?: { content: Record<string, { schema: JsonSchema }> };
}
type Document = { paths: Record<string, Record<string, Operation>> };
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE' | 'OPTIONS';
type NamedOperation = [name: string, method: Method, path: string, operation: Operation];

let app: TestApp;
let resources: PrivateResources;
let operations: NamedOperation[] = [];

beforeAll(async () => {
  app = await startTestApp();
  resources = await createPrivateResources(app);
  const document = (await app.fastify.inject({ url: '/docs/json' })).json<Document>();
  operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]): NamedOperation => [
        operation.operationId,
        method.toUpperCase() as Method,
        path.replace('/api/v3', ''),
        operation,
      ],
    ),
  );
});

let adminCount = 0;
/** A new administrator for each endpoint, since requests may end the session or change its rights. */
async function createAdmin(): Promise<string> {
  const email = `fuzz-${++adminCount}@example.org`;
  return inTransaction(app.db, 'writes', async (tx) => {
    const { id } = await tx
      .insertInto('users')
      .values({ email, realname: email, role: 'admin', password_hash: '' })
      .returning('id')
      .executeTakeFirstOrThrow();
    return issueToken(tx, 'access', { userId: id, session: null, client: webClient.id, scopes: ['*'] });
  });
}

const encodeForUrl = (value: unknown) => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined');
  // A lone surrogate cannot be encoded in a URL.
  return encodeURIComponent(text.replace(/[\ud800-\udfff]/gu, '\ufffd'));
};

afterAll(() => app.close());

const listKnownIds = () => Object.values(resources.ids);

test('the OpenAPI document contains every tested endpoint', () => {
  expect(operations.length).toBeGreaterThan(120);
});

test(
  `no server errors, seed ${seed}`,
  async () => {
    const random = createRandom(seed);
    const violations: string[] = [];
    for (const [, method, path, operation] of operations) {
      const admin = await createAdmin();
      const member = await app.tokenOf('member');
      const of = (where: Parameter['in']) => operation.parameters.filter((it) => it.in === where);
      const body = Object.values(operation.requestBody?.content ?? {})[0]?.schema;
      for (let round = 0; round < rounds; round++) {
        const hostileProbability = random.pick([0, 0.05, 0.3]);
        const address = path.replace(/\{\w+\}/g, () =>
          encodeForUrl(
            random.chance(0.85) ? random.pick(listKnownIds()) : generateHostileValue(random),
          ).slice(0, 2000),
        );
        const query = of('query')
          .filter(() => random.chance(0.3))
          .map(({ name, schema }) => {
            const bracket = random.pick(['', '', '', '', '[]', '[x][y][z][w]']);
            return `${name}${bracket}=${encodeForUrl(generateValue(random, schema, hostileProbability)).slice(0, 3000)}`;
          });
        const text = body ? JSON.stringify(generateValue(random, body, hostileProbability)) : undefined;
        const token = random.pick([admin, admin, admin, member, undefined]);
        const url = `${address}${query.length > 0 ? `?${query.join('&')}` : ''}`;
        violations.push(...(await findInvalidResponses(app, { method }, url, { text, token })));
      }
    }
    expect(violations.slice(0, 40)).toEqual([]);
  },
  timeoutMs,
);

test(
  'no injection works in any parameter or field of any endpoint',
  async () => {
    const random = createRandom(seed);
    const violations: string[] = [];
    for (const [, method, path, operation] of operations) {
      const token = await createAdmin();
      const address = path.replace(/\{\w+\}/g, '1');
      const body = Object.values(operation.requestBody?.content ?? {})[0]?.schema;
      const query = operation.parameters.filter((it) => it.in === 'query').map((it) => it.name);
      const fields = Object.keys(body?.properties ?? {});
      for (let round = 0; round < rounds; round++) {
        const injection = random.pick(injections);
        const part = encodeForUrl(injection).slice(0, 3000);
        // One field at a time reaches further than all at once, since validation rejects the request for any wrong
        // field.
        const requests: [url: string, text?: string][] = [];
        if (path.includes('{')) requests.push([path.replace(/\{\w+\}/g, part)]);
        for (const name of query) requests.push([`${address}?${name}=${part}`]);
        for (const name of fields) requests.push([address, JSON.stringify({ [name]: injection })]);
        if (requests.length === 0) break;
        const [url, text] = random.pick(requests);
        violations.push(...(await findInvalidResponses(app, { method }, url, { text, token })));
      }
    }
    expect(violations.slice(0, 40)).toEqual([]);
  },
  timeoutMs,
);
