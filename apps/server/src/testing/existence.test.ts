/**
 * A post that somebody may not see answers like one that does not exist: every endpoint that takes the id of a post is asked
 * for a draft of somebody else and for an id that nothing has, and the two answers have to be the same, letter by letter.
 * Where the API format demands another answer for what is there, the endpoint is named here and in docs/security.md. Other
 * things with rights of their own are in `hidden-rows.test.ts`.
 */
import type { Endpoint } from '@waypost/contract/endpoint';
import { endpointGroups } from '@waypost/contract/endpoints';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aSurvey } from './a-survey.ts';
import { type Deployment, type Kind, startDeployment } from './deployment.ts';
import { refusedByFormat } from './object-access.ts';
import { type PrivateThings, privateThings } from './private-things.ts';

let it: Deployment;
let things: PrivateThings;
let collection: string;
beforeAll(async () => {
  it = await startDeployment();
  // A number that stands nowhere else in an answer.
  await sql`alter table posts alter column id restart with 7654321`.execute(it.db);
  things = await privateThings(it);
  const { rows } = await sql<{ id: number }>`
    insert into sets (kind, name, user_id) values ('collection', 'Open to all', ${things.ids['users']})
    returning id`.execute(it.db);
  collection = String(rows[0]?.id);
  await sql`insert into set_posts (set_id, post_id) values (${collection}, ${things.ids['posts']})`.execute(
    it.db,
  );
});
afterAll(() => it.close());

const strangers: Kind[] = ['passer-by', 'visitor', 'member', 'settings manager'];
const missing = '999999999';

const endpoints = Object.values(endpointGroups)
  .flat()
  .filter(({ path }) => path.startsWith('/posts/{id}') || path.includes('{postId}'));

const addressOf = ({ path }: Endpoint, post: string) =>
  path
    .replace('/posts/{id}', `/posts/${post}`)
    .replace('{postId}', post)
    .replace(/^\/collections\/\{id\}/, `/collections/${collection}`)
    .replace(/\{(\w+)\}/g, (_all, key: string) => things.ids[key] ?? '1');

async function answerTo(kind: Kind, endpoint: Endpoint, post: string): Promise<string> {
  const hasBody = endpoint.method === 'POST' || endpoint.method === 'PUT';
  const reply = await it.send(
    kind,
    endpoint.method,
    addressOf(endpoint, post),
    hasBody ? { title: 'Mine' } : undefined,
  );
  return `${reply.status} ${JSON.stringify(reply.body)}`.replaceAll(post, 'ID');
}

test('there are such endpoints', () => expect(endpoints.length).toBeGreaterThan(15));

test.each(strangers)('%s is told the same of a draft of somebody else and of nothing', async (kind) => {
  const different: string[] = [];
  for (const endpoint of endpoints) {
    if (refusedByFormat.has(endpoint.name)) continue;
    const there = await answerTo(kind, endpoint, things.ids['posts'] ?? '');
    const gone = await answerTo(kind, endpoint, missing);
    if (there !== gone) different.push(`${endpoint.name}: ${there} / ${gone}`);
  }
  expect(different).toEqual([]);
});

test.each(strangers)('%s is refused where the API format demands it', async (kind) => {
  const refusal = kind === 'passer-by' ? 401 : 403;
  expect((await it.send(kind, 'GET', `/posts/${things.ids['posts']}`)).status).toBe(refusal);
  expect((await it.send(kind, 'GET', `/posts/${things.ids['posts']}/translations`)).status).toBe(refusal);
});

test('its author and the team reach it', async () => {
  for (const kind of ['reviewer', 'admin'] as const)
    for (const path of ['', '/geojson', '/translations', '/collections', '/stats'])
      expect([path, (await it.send(kind, 'GET', `/posts/${things.ids['posts']}${path}`)).status]).toEqual([
        path,
        200,
      ]);
  const headers = { authorization: `Bearer ${things.owner}` };
  const url = `/api/v3/posts/${things.ids['posts']}/geojson`;
  expect((await it.app.inject({ url, headers })).statusCode).toBe(200);
});

test('an answer that names a draft of somebody else is refused as one that names nothing', async () => {
  const survey = await aSurvey(it.db, { other: { type: 'relation', input: 'relation' } });
  const told = async (id: string) => {
    const values = { [survey.key('other')]: [Number(id)] };
    const reply = await it.send('member', 'POST', '/posts', { form: survey.id, title: 'Linked', values });
    return `${reply.status} ${JSON.stringify(reply.body)}`.replaceAll(id, 'ID');
  };
  expect(await told(things.ids['posts'] ?? '')).toBe(await told(missing));
});
