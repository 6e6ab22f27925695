/**
 * Every text that visitors may send has a maximum: one of 500,000 characters is refused, is stored nowhere, and takes no longer than
 * reading it. Endpoints are taken from the OpenAPI document.
 */
import { webClient } from '@waypost/contract/users/oauth';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRandom, type Random } from '../demo/random.ts';
import { createTestSurvey } from './app/create-test-survey.ts';
import { startTestApp, type TestApp } from './app/test-app.ts';
import { generateValue, type JsonSchema } from './security/generate-from-schema.ts';
import { scaled } from './time.ts';

/** Words that are also names of scopes. */
const longText = 'posts '.repeat(83_334);

/** Fields whose long text is not refused: `endpoint field`, and why. */
const acceptedTexts: readonly (readonly [RegExp, string])[] = [
  [/^\w+Post \/tags\/0$/, 'names of categories that do not exist are left out'],
];

type Method = 'POST' | 'PUT' | 'DELETE';
interface Operation {
  operationId: string;
  requestBody?: { content: Record<string, { schema: JsonSchema }> };
}
interface OpenApi {
  paths: Record<string, Record<string, Operation>>;
}

/** A text of a body: where it is, and the body with a text there. */
interface TextField {
  path: string;
  build: (text: string) => unknown;
}

/** A value with the required members alone. */
function buildMinimal(random: Random, schema: JsonSchema): unknown {
  const { properties, required = [] } = schema;
  if (!properties) return generateValue(random, schema, 0);
  return Object.fromEntries(required.map((name) => [name, buildMinimal(random, properties[name] ?? {})]));
}

/**
 * All texts that a schema allows, also inside objects and lists.
 * @param base members that the body has besides the text
 */
function findTextFields(random: Random, schema: JsonSchema, base: object = {}, path = ''): TextField[] {
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (choices) return choices.flatMap((choice) => findTextFields(random, choice, base, path));
  if (schema.const !== undefined) return [];
  const { items, properties = {}, additionalProperties } = schema;
  const fields: TextField[] = [schema.type].flat().includes('string')
    ? [{ path, build: (text) => text }]
    : [];
  for (const field of items ? findTextFields(random, items, {}, `${path}/0`) : [])
    fields.push({ path: field.path, build: (text) => [field.build(text)] });
  const others = { ...(buildMinimal(random, schema) as object), ...base };
  for (const [name, member] of Object.entries(properties))
    for (const field of findTextFields(random, member, {}, `${path}/${name}`))
      fields.push({ path: field.path, build: (text) => ({ ...others, [name]: field.build(text) }) });
  if (typeof additionalProperties === 'object')
    for (const field of findTextFields(random, additionalProperties, {}, `${path}/*`))
      fields.push({ path: field.path, build: (text) => ({ x: field.build(text) }) });
  return fields;
}

const client = { client_id: webClient.id, client_secret: webClient.secret };
const passwordGrant = {
  ...client,
  grant_type: 'password',
  username: 'a@example.org',
  password: 'wrong',
  scope: '*',
};

let app: TestApp;
let surveyId: number;
beforeAll(async () => {
  app = await startTestApp({ maxTokensPerMinute: 100_000 });
  surveyId = (await createTestSurvey(app.db, { words: { type: 'varchar' } })).id;
});
afterAll(() => app.close());

interface Reply {
  status: number;
  ms: number;
}

let requests = 0;

/** Sends a body from an address of its own, so that no limit of attempts answers instead. */
async function send(method: Method, url: string, body: unknown, token?: string): Promise<Reply> {
  requests += 1;
  const start = performance.now();
  const { statusCode } = await app.fastify.inject({
    method,
    url,
    remoteAddress: `10.${requests >> 16}.${(requests >> 8) & 255}.${requests & 255}`,
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    payload: JSON.stringify(body),
  });
  return { status: statusCode, ms: performance.now() - start };
}

/** What is wrong with the reply to a long text, compared with that to a short one. */
function findFaults(label: string, short: Reply, long: Reply): string[] {
  const isRefused = long.status >= 400 && long.status < 500 && long.status !== 413;
  const isAccepted = acceptedTexts.some(([pattern]) => pattern.test(label));
  const isSlow = long.ms > Math.max(short.ms * 20, scaled(300));
  return [
    ...(isRefused || isAccepted ? [] : [`${label}: ${long.status}`]),
    ...(isSlow ? [`${label}: ${Math.round(long.ms)} ms`] : []),
  ];
}

/** Names of the tables with a row that is longer than any that a visitor may cause. */
async function findLongRows(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(app.db);
  const found: string[] = [];
  for (const { name } of rows) {
    const { rows: long } = await sql`
      select 1 from ${sql.table(name)} as t where length(t::text) > 400000 limit 1`.execute(app.db);
    if (long.length > 0) found.push(name);
  }
  return found;
}

test('the token endpoint refuses long texts', async () => {
  const faults: string[] = [];
  for (const [grant, names] of [
    [passwordGrant, [...Object.keys(passwordGrant), 'device', 'time_zone']],
    [
      { ...client, grant_type: 'client_credentials', scope: 'posts' },
      ['scope', 'client_id', 'client_secret'],
    ],
    [{ ...client, grant_type: 'refresh_token', refresh_token: 'x' }, ['refresh_token', 'scope']],
  ] as const)
    for (const name of names) {
      const sendText = (text: string) => send('POST', '/oauth/token', { ...grant, [name]: text });
      faults.push(
        ...findFaults(`${grant.grant_type} ${name}`, await sendText('x'), await sendText(longText)),
      );
    }
  expect(faults).toEqual([]);
  expect(await findLongRows()).toEqual([]);
});

/** Fields of what people do without an account. */
const fieldsOfVisitors = [
  'createPost /title',
  'createPost /content',
  'createPost /author_email',
  'createPost /receipt',
  'openReceipt /key',
  'beginUpload /name',
  'register /email',
  'register /password',
  'requestPasswordReset /email',
  'confirmPasswordReset /token',
  'checkInvitation /token',
  'acceptInvitation /password',
  'suggestPlacesForText /text',
];

test(
  'the other endpoints that visitors may call refuse long texts',
  async () => {
    const random = createRandom(1);
    const token = await app.tokenOf('visitor');
    const person = { email: 'new@example.org', password: 'correct horse', realname: 'New' };
    const report = { form: surveyId, title: 'Bridge closed', content: 'Water', values: {}, locale: 'en_us' };
    const validBodies: Record<string, object> = {
      register: person,
      acceptInvitation: { ...person, token: 'x' },
      createPost: report,
      previewPost: report,
    };
    const { paths } = (await app.fastify.inject({ url: '/docs/json' })).json<OpenApi>();
    const operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
    );
    const faults: string[] = [];
    const labels: string[] = [];
    for (const { path, method, operation } of operations) {
      const schema = operation.requestBody?.content['application/json']?.schema ?? {};
      const name = operation.operationId;
      for (const field of findTextFields(random, schema, validBodies[name])) {
        const url = path.replace(/\{\w+\}/g, '1');
        const sendText = (text: string) =>
          send(method.toUpperCase() as Method, url, field.build(text), token);
        const short = await sendText('x');
        // Refused to visitors before the body is read, or about something that does not exist.
        if ([401, 403].includes(short.status)) continue;
        const label = `${name} ${field.path}`;
        labels.push(label);
        faults.push(...findFaults(label, short, await sendText(longText)));
      }
    }
    expect(faults).toEqual([]);
    expect(await findLongRows()).toEqual([]);
    expect(labels).toEqual(expect.arrayContaining(fieldsOfVisitors));
  },
  scaled(300_000),
);
