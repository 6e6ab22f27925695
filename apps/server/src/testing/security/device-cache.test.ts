/**
 * What may be kept on a device: only responses of endpoints that declare it (`deviceCache`), and never a response with something
 * that only the team sees (docs/decisions/0103). Every endpoint of the contract with GET is requested.
 */

import { deviceCacheHeader } from '@waypost/contract/common/device-cache';
import type { Endpoint } from '@waypost/contract/common/endpoint';
import { endpointGroups } from '@waypost/contract/common/endpoint-groups';
import { extraFieldNames } from '@waypost/contract/posts/post-verification';
import type { Post } from '@waypost/contract/posts/posts';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { createTestSurvey } from '../app/create-test-survey.ts';
import type { Actor, TestApp } from '../app/test-app.ts';
import { insertRow, type PrivateResources, startAppWithPrivateResources } from './private-resources.ts';

/** Part of every text that only the team may see. The texts say what they are: `wombatmark-note`. */
const mark = 'wombatmark';
const callers = [
  'passer-by',
  'visitor',
  'member',
  'settings manager',
  'reviewer',
  'reviewer without personal data',
  'admin',
] as const satisfies readonly Actor[];
/** Those who read what only the team sees. */
const team = new Set<Actor>(['reviewer', 'reviewer without personal data', 'admin']);

const reads = Object.values(endpointGroups)
  .flat()
  .filter(({ method }) => method === 'GET');

let app: TestApp;
let resources: PrivateResources;
/** A public report with secrets of the team, and one that is not public. */
let posts: { published: number; draft: number };
let survey: number;
let collection: string;

/** Plants a marked text in each place that only the team sees. */
async function plantMarks(): Promise<void> {
  const testSurvey = await createTestSurvey(
    app.db,
    {
      where: { type: 'point', input: 'location' },
      phone: { type: 'varchar', private: true },
      verdict: { type: 'varchar', task: 'check' },
    },
    { hide_author: true, hide_location: true, hide_time: true, tasks: { check: { internal: true } } },
  );
  survey = testSurvey.id;
  const send = async (method: 'POST' | 'PUT', url: string, body: object) => {
    const reply = await app.send<{ id: number }>('reviewer', method, url, body);
    expect([url, reply.status, reply.body]).toEqual([url, 200, reply.body]);
    return reply.body.id;
  };
  const values = {
    [testSurvey.keyOf('where')]: [{ lat: 1.5, lon: 2.5 }],
    [testSurvey.keyOf('phone')]: [`${mark}-private-answer`],
    [testSurvey.keyOf('verdict')]: [`${mark}-internal-answer`],
  };
  const published = await send('POST', '/posts', {
    form: survey,
    title: 'A bridge is gone',
    status: 'published',
    author_realname: `${mark}-author`,
    values,
  });
  const draft = await send('POST', '/posts', {
    form: survey,
    title: `${mark}-draft`,
    content: `${mark}-draft-content`,
    status: 'draft',
    values,
  });
  posts = { published, draft };
  await sql`update posts set user_id = null`.execute(app.db);
  collection = await insertRow(app.db, 'sets', { kind: 'collection', name: 'Bridges' });
  for (const id of Object.values(posts)) {
    await sql`insert into set_posts (set_id, post_id) values (${collection}, ${id})`.execute(app.db);
    await send('POST', `/posts/${id}/notes`, { content: `${mark}-note` });
    await send('POST', `/posts/${id}/verifications`, { status: 'false', note: `${mark}-verification` });
    const assignee = await app.idOf('reviewer');
    await sql`update users set realname = ${`${mark}-assignee`} where id = ${assignee}`.execute(app.db);
    await send('PUT', `/posts/${id}/assignment`, { user: assignee });
    const contact_id = await insertRow(app.db, 'contacts', {
      type: 'email',
      contact: `${mark}-contact-${id}@example.org`,
    });
    const message_id = await insertRow(app.db, 'messages', {
      direction: 'incoming',
      type: 'email',
      status: 'received',
      message: `${mark}-message`,
      contact_id,
      post_id: id,
    });
    await sql`
      update posts set message_id = ${message_id}, contact_id = ${contact_id}, source = 'email' where id = ${id}`.execute(
      app.db,
    );
    await sql`
      insert into receipt_messages (post_id, from_team, message)
      values (${id}, false, ${`${mark}-reporter-message`})`.execute(app.db);
  }
}

beforeAll(async () => {
  ({ app, resources } = await startAppWithPrivateResources());
  await plantMarks();
});

/** The address of an endpoint for a post; `{id}` of other things by the path before it. */
function urlOf({ path }: Endpoint, post: number): string {
  const parts = path.split('/').filter((part) => part !== '');
  const filled = parts.map((part, at) => {
    const name = /^\{(\w+)\}(.*)$/.exec(part);
    if (!name) return part;
    const before = parts.slice(0, at);
    if (before[0] === 'posts' && name[1] === 'id') return post;
    if (name[1] === 'postId') return post;
    if (before[0] === 'collections' && at === 1) return collection;
    if (before[0] === 'forms' && at === 1) return survey;
    const { ids } = resources;
    const key = name[1] === 'id' ? (ids[before.join('/')] ?? ids[before[0] ?? '']) : ids[name[1] ?? ''];
    return `${key ?? 1}${name[2] ?? ''}`;
  });
  return `/${filled.join('/')}`;
}

interface Answer {
  status: number;
  /** `Cache-Control`. */
  caching: string;
  isKept: boolean;
  /** Whose response it is, as the header says. */
  owner: unknown;
  text: string;
}

async function request(caller: Actor, url: string, headers: Record<string, string> = {}): Promise<Answer> {
  const authorization =
    caller === 'passer-by' ? {} : { authorization: `Bearer ${await app.tokenOf(caller)}` };
  const response = await app.fastify.inject({
    url: `/api/v3${url}`,
    headers: { accept: 'application/json', ...authorization, ...headers },
  });
  return {
    status: response.statusCode,
    caching: response.headers['cache-control'] ?? '',
    isKept: response.headers[deviceCacheHeader] !== undefined,
    owner: response.headers[deviceCacheHeader],
    text: response.body,
  };
}

test('finds the endpoints, and the team reads what is planted', async () => {
  expect(reads.length).toBeGreaterThan(140);
  const texts: string[] = [];
  for (const endpoint of reads)
    for (const post of Object.values(posts)) texts.push((await request('admin', urlOf(endpoint, post))).text);
  const allTexts = texts.join('\n');
  for (const secret of [
    'assignee',
    'author',
    'contact',
    'draft-content',
    'internal-answer',
    'message',
    'note',
    'private-answer',
    'reporter-message',
    'verification',
  ])
    expect(allTexts).toContain(`${mark}-${secret}`);
});

test.each(callers)('%s gets no response to keep from an endpoint that declares none', async (caller) => {
  const wrong: string[] = [];
  for (const endpoint of reads.filter(({ deviceCache }) => deviceCache === undefined)) {
    const { status, caching, isKept } = await request(caller, urlOf(endpoint, posts.published));
    if (!caching.includes('no-store') || isKept) wrong.push(`${endpoint.name}: ${status} ${caching}`);
  }
  expect(wrong).toEqual([]);
});

test.each(callers)('%s gets no response to keep with something that only the team sees', async (caller) => {
  const wrong: string[] = [];
  for (const endpoint of reads)
    for (const post of Object.values(posts))
      for (const query of ['', '?status=all&limit=500', `?with=${extraFieldNames.join(',')}`]) {
        const { status, caching, isKept, text } = await request(caller, urlOf(endpoint, post) + query);
        // Their own account.
        if (endpoint.name === 'readMe' || status !== 200) continue;
        if (text.includes(mark) && (!caching.includes('no-store') || isKept))
          wrong.push(`${endpoint.name}${query}: ${caching}`);
      }
  expect(wrong).toEqual([]);
});

test('errors are not kept', async () => {
  for (const { name, path } of reads.filter(({ deviceCache }) => deviceCache !== undefined)) {
    const url = path.replaceAll(/\{\w+\}/g, '999999999');
    const { status, caching, isKept } = await request('visitor', url);
    if (status >= 400) expect([name, status, caching, isKept]).toEqual([name, status, caching, false]);
    if (status >= 400) expect(caching, name).toContain('no-store');
  }
});

test('reports may be kept by those who get what the public sees, not by those who manage them', async () => {
  for (const endpoint of reads.filter(({ deviceCache }) => deviceCache === 'reports'))
    for (const caller of callers) {
      const { status, isKept } = await request(caller, urlOf(endpoint, posts.published));
      if (status === 200)
        expect([endpoint.name, caller, isKept]).toEqual([endpoint.name, caller, !team.has(caller)]);
    }
  const { text } = await request('visitor', `/posts/${posts.published}`);
  expect((JSON.parse(text) as Post).title).toBe('A bridge is gone');
});

test('settings and surveys may be kept, and only what everyone gets where it is declared so', async () => {
  const kept = async (caller: Actor, url: string) => (await request(caller, url)).isKept;
  for (const caller of callers) {
    expect([caller, await kept(caller, `/forms/${survey}/attributes`)]).toEqual([caller, true]);
    expect([caller, await kept(caller, '/config')]).toEqual([
      caller,
      caller === 'passer-by' || caller === 'visitor',
    ]);
  }
});

test('a response says whether it is of an account, so that it is not stored for visitors', async () => {
  const ownerOf = async (caller: Actor) => (await request(caller, '/forms')).owner;
  expect(
    await Promise.all(['passer-by', 'visitor', 'member', 'admin'].map((it) => ownerOf(it as Actor))),
  ).toEqual(['visitor', 'visitor', 'account', 'account']);
});

test('collections and saved searches of a role are not kept by those who see those of all roles', async () => {
  const isKept = async (caller: Actor, url: string) => (await request(caller, url)).isKept;
  for (const url of ['/collections', '/savedsearches'])
    expect([await isKept('admin', url), await isKept('reviewer', url), await isKept('member', url)]).toEqual([
      false,
      false,
      true,
    ]);
});

test('a response to a request with a receipt is not kept', async () => {
  const { caching, isKept } = await request('passer-by', '/forms', { 'x-waypost-receipt': 'a'.repeat(43) });
  expect([caching.includes('no-store'), isKept]).toEqual([true, false]);
});
