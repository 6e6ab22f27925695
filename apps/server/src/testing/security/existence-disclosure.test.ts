/**
 * A post that the caller may not see cannot be distinguished from an unknown id: every endpoint with a post id is
 * requested for another user's draft and for an unknown id, and both responses must be identical. Where API v3
 * requires a different response for existing posts, the endpoint is listed here and in docs/security.md.
 * `hidden-rows.test.ts` tests other entities with rights of their own.
 */
import type { Endpoint } from '@waypost/contract/common/endpoint';
import { endpointGroups } from '@waypost/contract/common/endpoint-groups';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestSurvey } from '../app/create-test-survey.ts';
import { type Actor, startTestApp, type TestApp } from '../app/test-app.ts';
import { endpointsRevealingPosts } from './object-access.ts';
import { createPrivateResources, type PrivateResources } from './private-resources.ts';

let app: TestApp;
let resources: PrivateResources;
let collection: string;
beforeAll(async () => {
  app = await startTestApp();
  // A number that occurs nowhere else in a response.
  await sql`alter table posts alter column id restart with 7654321`.execute(app.db);
  resources = await createPrivateResources(app);
  const { rows } = await sql<{ id: number }>`
    insert into sets (kind, name, user_id) values ('collection', 'Open to all', ${resources.ids['users']})
    returning id`.execute(app.db);
  collection = String(rows[0]?.id);
  await sql`insert into set_posts (set_id, post_id) values (${collection}, ${resources.ids['posts']})`.execute(
    app.db,
  );
});
afterAll(() => app.close());

const otherActors: Actor[] = ['passer-by', 'visitor', 'member', 'settings manager'];
const unknownId = '999999999';

const endpoints = Object.values(endpointGroups)
  .flat()
  .filter(({ path }) => path.startsWith('/posts/{id}') || path.includes('{postId}'));

const buildPath = ({ path }: Endpoint, post: string) =>
  path
    .replace('/posts/{id}', `/posts/${post}`)
    .replace('{postId}', post)
    .replace(/^\/collections\/\{id\}/, `/collections/${collection}`)
    .replace(/\{(\w+)\}/g, (_all, key: string) => resources.ids[key] ?? '1');

async function requestAs(kind: Actor, endpoint: Endpoint, post: string): Promise<string> {
  const hasBody = endpoint.method === 'POST' || endpoint.method === 'PUT';
  const reply = await app.send(
    kind,
    endpoint.method,
    buildPath(endpoint, post),
    hasBody ? { title: 'Mine' } : undefined,
  );
  return `${reply.status} ${JSON.stringify(reply.body)}`.replaceAll(post, 'ID');
}

test('finds the endpoints to test', () => expect(endpoints.length).toBeGreaterThan(15));

test.each(otherActors)(
  '%s gets the same response for a draft of another user and for an unknown id',
  async (kind) => {
    const different: string[] = [];
    for (const endpoint of endpoints) {
      if (endpointsRevealingPosts.has(endpoint.name)) continue;
      const draftResponse = await requestAs(kind, endpoint, resources.ids['posts'] ?? '');
      const unknownResponse = await requestAs(kind, endpoint, unknownId);
      if (draftResponse !== unknownResponse)
        different.push(`${endpoint.name}: ${draftResponse} / ${unknownResponse}`);
    }
    expect(different).toEqual([]);
  },
);

test.each(otherActors)('%s is rejected where API v3 requires it', async (kind) => {
  const refusal = kind === 'passer-by' ? 401 : 403;
  expect((await app.send(kind, 'GET', `/posts/${resources.ids['posts']}`)).status).toBe(refusal);
  expect((await app.send(kind, 'GET', `/posts/${resources.ids['posts']}/translations`)).status).toBe(refusal);
});

test('the author and the team can read the draft', async () => {
  for (const kind of ['reviewer', 'admin'] as const)
    for (const path of ['', '/geojson', '/translations', '/collections', '/stats'])
      expect([path, (await app.send(kind, 'GET', `/posts/${resources.ids['posts']}${path}`)).status]).toEqual(
        [path, 200],
      );
  const headers = { authorization: `Bearer ${resources.owner}` };
  const url = `/api/v3/posts/${resources.ids['posts']}/geojson`;
  expect((await app.fastify.inject({ url, headers })).statusCode).toBe(200);
});

test('rejects an answer with a draft of another user like one with an unknown id', async () => {
  const survey = await createTestSurvey(app.db, { other: { type: 'relation', input: 'relation' } });
  const readErrors = async (id: string) => {
    const values = { [survey.keyOf('other')]: [Number(id)] };
    const reply = await app.send('member', 'POST', '/posts', { form: survey.id, title: 'Linked', values });
    return `${reply.status} ${JSON.stringify(reply.body)}`.replaceAll(id, 'ID');
  };
  expect(await readErrors(resources.ids['posts'] ?? '')).toBe(await readErrors(unknownId));
});

test('a post for a disabled survey is refused like one for an unknown survey', async () => {
  const { id } = await createTestSurvey(app.db, { words: { type: 'varchar' } });
  await sql`update surveys set disabled = true where id = ${id}`.execute(app.db);
  const request = async (kind: Actor, survey: string) => {
    const reply = await app.send(kind, 'POST', '/posts', { form_id: Number(survey), title: 'Mine' });
    const body = JSON.stringify(reply.body).replaceAll(new RegExp(`\\b${survey}\\b`, 'g'), 'ID');
    return `${reply.status} ${body}`;
  };
  for (const kind of ['visitor', 'member'] as const)
    expect([kind, await request(kind, String(id))]).toEqual([kind, await request(kind, unknownId)]);
});
