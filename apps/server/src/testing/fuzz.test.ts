/**
 * Every endpoint of the OpenAPI document, asked at random: values that its schemas allow, and values that mean no good, by
 * visitors, members and administrators. Never is it our fault, nothing hangs, and every refusal has the wire's shape.
 * `FUZZ_SEED` and `FUZZ_ROUNDS` choose others than the usual; a failure names its seed.
 */
import { webClient } from '@waypost/contract/oauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seeded } from '../demo/random.ts';
import { inTransaction } from '../kernel/db.ts';
import { issueToken } from '../people/tokens.ts';
import { type Deployment, startDeployment } from './deployment.ts';
import { aHostileValue, aValue, injections, type JsonSchema } from './from-schema.ts';
import { complaints } from './honest.ts';
import { type PrivateThings, privateThings } from './private-things.ts';
import { scaled } from './time.ts';

const seed = Number(process.env['FUZZ_SEED'] ?? 20_261_122);
const rounds = Number(process.env['FUZZ_ROUNDS'] ?? 3);

/** Milliseconds. */
const patience = scaled(120_000 + rounds * 20_000);

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
type Named = [name: string, method: Method, path: string, operation: Operation];

let it: Deployment;
let things: PrivateThings;
let operations: Named[] = [];

beforeAll(async () => {
  it = await startDeployment();
  things = await privateThings(it);
  const document = (await it.app.inject({ url: '/docs/json' })).json<Document>();
  operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]): Named => [
        operation.operationId,
        method.toUpperCase() as Method,
        path.replace('/api/v3', ''),
        operation,
      ],
    ),
  );
});

let admins = 0;
/** One of its own each time, since what is asked may end it or change what it may. */
async function anAdmin(): Promise<string> {
  const email = `fuzz-${++admins}@example.org`;
  return inTransaction(it.db, 'writes', async (tx) => {
    const { id } = await tx
      .insertInto('users')
      .values({ email, realname: email, role: 'admin', password_hash: '' })
      .returning('id')
      .executeTakeFirstOrThrow();
    return issueToken(tx, 'access', { userId: id, session: null, client: webClient.id, scopes: ['*'] });
  });
}

const inAddress = (value: unknown) => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined');
  // A lone half of a character has no form in an address.
  return encodeURIComponent(text.replace(/[\ud800-\udfff]/gu, '\ufffd'));
};

afterAll(() => it.close());

const knownIds = () => Object.values(things.ids);

test('the document names every endpoint that is asked', () => {
  expect(operations.length).toBeGreaterThan(120);
});

test(
  `nothing breaks, seed ${seed}`,
  async () => {
    const random = seeded(seed);
    const told: string[] = [];
    for (const [, method, path, operation] of operations) {
      const admin = await anAdmin();
      const member = await it.tokenOf('member');
      const of = (where: Parameter['in']) => operation.parameters.filter((it) => it.in === where);
      const body = Object.values(operation.requestBody?.content ?? {})[0]?.schema;
      for (let round = 0; round < rounds; round++) {
        const wild = random.pick([0, 0.05, 0.3]);
        const address = path.replace(/\{\w+\}/g, () =>
          inAddress(random.chance(0.85) ? random.pick(knownIds()) : aHostileValue(random)).slice(0, 2000),
        );
        const query = of('query')
          .filter(() => random.chance(0.3))
          .map(({ name, schema }) => {
            const bracket = random.pick(['', '', '', '', '[]', '[x][y][z][w]']);
            return `${name}${bracket}=${inAddress(aValue(random, schema, wild)).slice(0, 3000)}`;
          });
        const text = body ? JSON.stringify(aValue(random, body, wild)) : undefined;
        const token = random.pick([admin, admin, admin, member, undefined]);
        const url = `${address}${query.length > 0 ? `?${query.join('&')}` : ''}`;
        told.push(...(await complaints(it, { method }, url, { text, token })));
      }
    }
    expect(told.slice(0, 40)).toEqual([]);
  },
  patience,
);

test(
  'no text gets out of its place: parameters and fields of every endpoint, by every trick',
  async () => {
    const random = seeded(seed);
    const told: string[] = [];
    for (const [, method, path, operation] of operations) {
      const token = await anAdmin();
      const address = path.replace(/\{\w+\}/g, '1');
      const body = Object.values(operation.requestBody?.content ?? {})[0]?.schema;
      const query = operation.parameters.filter((it) => it.in === 'query').map((it) => it.name);
      const fields = Object.keys(body?.properties ?? {});
      for (let round = 0; round < rounds; round++) {
        const trick = random.pick(injections);
        const part = inAddress(trick).slice(0, 3000);
        // One at a time gets further than all at once: a refusal names every field that is wrong.
        const requests: [url: string, text?: string][] = [];
        if (path.includes('{')) requests.push([path.replace(/\{\w+\}/g, part)]);
        for (const name of query) requests.push([`${address}?${name}=${part}`]);
        for (const name of fields) requests.push([address, JSON.stringify({ [name]: trick })]);
        if (requests.length === 0) break;
        const [url, text] = random.pick(requests);
        told.push(...(await complaints(it, { method }, url, { text, token })));
      }
    }
    expect(told.slice(0, 40)).toEqual([]);
  },
  patience,
);
