/** Behaviour that apps and scripts written for other servers of this API rely on. */
import type { Post } from '@waypost/contract/posts/posts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answersByFieldName, startAppWithSurveys } from '../../posts/app-with-surveys.fixture.ts';
import { startTestApp } from '../app/test-app.ts';

let app: Awaited<ReturnType<typeof startAppWithSurveys>>;
beforeAll(async () => {
  app = await startAppWithSurveys();
});
afterAll(() => app.close());

interface List {
  count: number;
  total_count: number;
  limit: string | null;
  next: string;
  results: { id: number | string }[];
}
const resultIds = ({ body }: { body: List }) => body.results.map((entity) => entity.id);

describe('lists', () => {
  test('returns the requested configuration groups', async () => {
    const ask = (query: string) => app.send<List>('passer-by', 'GET', `/config?${query}`);
    expect(resultIds(await ask('groups[]=map&groups[]=site'))).toEqual(['site', 'map']);
    expect(resultIds(await ask('groups=features'))).toEqual(['features']);
    expect(resultIds(await ask('groups[]=data-provider'))).toEqual([]);
    expect(resultIds(await ask('groups='))).toEqual(['features', 'site', 'map']);
  });

  test('uses the default page for invalid paging parameters, and treats a limit of 0 as no limit', async () => {
    const usual = await app.send<List>('admin', 'GET', '/permissions?limit=&offset=&order=&orderby=');
    expect([usual.status, usual.body.limit]).toEqual([200, null]);
    const unlimited = await app.send<List>('admin', 'GET', '/permissions?limit=0');
    expect(unlimited.body.count).toBe(usual.body.total_count);
    const me = await app.idOf('admin');
    const settings = `/users/${me}/settings`;
    await app.send('admin', 'POST', settings, { config_key: 'colour', config_value: 'green' });
    expect((await app.send<List>('admin', 'GET', `${settings}?limit=0`)).body.count).toBe(1);
  });

  test('lists exports in the order of their creation', async () => {
    for (const _ of [1, 2]) await app.send('admin', 'POST', '/exports/jobs', { entity_type: 'post' });
    const [first = 0, second = 0] = resultIds(await app.send<List>('admin', 'GET', '/exports/jobs'));
    expect(Number(first)).toBeLessThan(Number(second));
  });

  test('following `next` skips no post, whatever the limit', async () => {
    await sql`
      insert into posts (survey_id, title, status, locale)
      select ${app.open.id}, 'Many ' || n, 'published', 'xx' from generate_series(1, 1100) as n`.execute(
      app.db,
    );
    await sql`select mask_posts(array(select id from posts where locale = 'xx'))`.execute(app.db);
    const seenIds = new Set<number | string>();
    let address = '/posts?locale=xx&orderby=id&order=asc&limit=5000';
    for (let page = 0; page < 3; page += 1) {
      const { body } = await app.send<List>('reviewer', 'GET', address);
      for (const id of resultIds({ body })) seenIds.add(id);
      if (body.count === 0) break;
      // `next` does not repeat the filters.
      address = `${body.next.replace('https://report.example.org/api/v3', '')}&locale=xx`;
    }
    expect(seenIds.size).toBe(1100);
    await sql`delete from posts where locale = 'xx'`.execute(app.db);
  });

  test('accepts relative dates in filters', async () => {
    const post = await app.make('member', { title: 'Just now' });
    await sql`update posts set created = now() - interval '3 days' where id = ${post.id}`.execute(app.db);
    await sql`select mask_posts(array[${post.id}]::bigint[])`.execute(app.db);
    const countMatches = async (filter: string) => {
      const response = await app.send<List>('reviewer', 'GET', `/posts?post_id=${post.id}&${filter}`);
      return [response.status, response.body.count];
    };
    const day = 86_400;
    const now = Math.floor(Date.now() / 1000);
    for (const within of ['-4 days', '-1 week', '1 week ago', 'last month', `@${now - 4 * day}`])
      expect([within, await countMatches(`created_after=${within}`)]).toEqual([within, [200, 1]]);
    for (const past of ['yesterday', 'today', 'now', '-2 days', '-1 week %2B5 days', 'tomorrow'])
      expect([past, await countMatches(`created_after=${past}`)]).toEqual([past, [200, 0]]);
    const mailed = new Date((now - 4 * day) * 1000).toUTCString();
    expect(await countMatches(`created_after=${mailed}`)).toEqual([200, 1]);
    expect((await countMatches('created_after=someday'))[0]).toBe(422);
  });
});

describe('what is sent back', () => {
  test('accepts settings as they were read', async () => {
    for (const group of ['site', 'map', 'data-provider']) {
      const { body } = await app.send('admin', 'GET', `/config/${group}`);
      const saved = await app.send('admin', 'PUT', `/config/${group}`, body);
      expect([group, saved.status, saved.body]).toEqual([group, 200, body]);
    }
  });

  test('accepts every editable entity as it was read', async () => {
    const createEntity = async (url: string, body: object) => {
      const response = await app.send<{ id: number }>('admin', 'POST', url, body);
      expect([url, response.status]).toEqual([url, 200]);
      return `${url}/${response.body.id}`;
    };
    const survey = await createEntity('/forms', { name: 'Roads', description: 'Which are open' });
    const task = await createEntity(`${survey}/stages`, { label: 'Post', type: 'post' });
    const field = { label: 'Where', type: 'point', input: 'location', form_stage_id: task.split('/').at(-1) };
    const collection = await createEntity('/collections', { name: 'Gauges' });
    const hook = {
      name: 'Desk',
      url: 'https://hooks.example.net/in',
      shared_secret: 'a-secret-of-20-chars-or-more',
      event_type: 'create',
      entity_type: 'post',
    };
    const webhook = await createEntity('/webhooks', hook);
    const paused = await createEntity('/webhooks', { ...hook, name: 'Other desk' });
    await app.send('admin', 'PUT', paused, { paused: true });
    const layer = {
      name: 'Rivers',
      data_url: 'https://maps.example.net/rivers.json',
      type: 'geojson',
      active: true,
      visible_by_default: false,
    };
    const addresses = [
      survey,
      task,
      await createEntity(`${survey}/attributes`, field),
      await createEntity('/tags', { tag: 'Bridges', type: 'category' }),
      collection,
      await createEntity('/savedsearches', {
        name: 'Mine',
        filter: { user: 'me', tags: [], center_point: '' },
      }),
      await createEntity('/notifications', { set: Number(collection.split('/').at(-1)) }),
      await createEntity('/contacts', { type: 'phone', contact: '+1 555 0100' }),
      await createEntity('/roles', { name: 'verifier', permissions: ['Manage Posts'] }),
      '/users/me',
      webhook,
      paused,
      await createEntity('/layers', layer),
    ];
    const read = async (address: string) => {
      const { body } = await app.send<{ updated?: string }>('admin', 'GET', address);
      const { updated: _, ...rest } = body;
      return rest;
    };
    for (const address of addresses) {
      const before = await read(address);
      const saved = await app.send('admin', 'PUT', address, before);
      expect([address, saved.status, await read(address)]).toEqual([address, 200, before]);
    }
  });

  test('accepts a post with empty values for unset fields', async () => {
    const empty = { status: '', type: null, locale: null, slug: '', post_date: null, tags: null };
    const created = await app.make('member', {
      ...empty,
      user: { id: null },
      form: { id: app.open.id, tasks: [] },
    });
    expect(created).toMatchObject({ status: 'published', type: 'report', locale: 'en_us' });
    const saved = await app.save('member', created.id, {
      ...created,
      status: null,
      locale: '',
      title: 'Again',
    });
    expect([saved.status, saved.body]).toMatchObject([
      200,
      { status: 'published', locale: 'en_us', title: 'Again' },
    ]);
  });

  test('accepts every type of answer as it was read', async () => {
    const tag = await app.send<{ id: number }>('admin', 'POST', '/tags', { tag: 'Roads', type: 'category' });
    const values = answersByFieldName(app.open, {
      words: ['Closed'],
      number: [3, '4'],
      amount: ['12.5'],
      when: ['2019-12-01T05:30:00.000Z'],
      where: [{ lat: '-1.29', lon: 36.82 }],
      area: ['POLYGON((1 1,1 2,2 2,1 1))'],
      kinds: ['Roads', { id: tag.body.id, tag: 'Roads' }],
    });
    const created = await app.make('member', { values });
    expect(created.values).toEqual(
      answersByFieldName(app.open, {
        words: ['Closed'],
        number: [3, 4],
        amount: ['12.5000'],
        when: ['2019-12-01 05:30:00'],
        where: [{ lat: -1.29, lon: 36.82 }],
        area: ['POLYGON((1 1,1 2,2 2,1 1))'],
        kinds: [String(tag.body.id)],
      }),
    );
    const again = await app.save('member', created.id, created);
    expect([again.status, again.body.values]).toEqual([200, created.values]);
  });

  test('accepts an empty list in place of an empty object', async () => {
    const createWithBody = async (payload: string) => {
      const headers = {
        authorization: `Bearer ${await app.tokenOf('admin')}`,
        'content-type': 'application/json',
      };
      return app.fastify.inject({ method: 'POST', url: '/api/v3/apikeys', headers, payload });
    };
    expect((await createWithBody('[]')).statusCode).toBe(200);
    expect((await createWithBody(' [ ]\n')).statusCode).toBe(200);
    expect((await createWithBody('[1]')).statusCode).toBe(422);
  });
});

describe('requests', () => {
  test('a body of type text/plain is refused as a whole, after the refusals of rights', async () => {
    const sendText = async (actor: 'admin' | 'visitor', payload: string) => {
      const headers = {
        authorization: `Bearer ${await app.tokenOf(actor)}`,
        'content-type': 'text/plain;charset=UTF-8',
      };
      const response = await app.fastify.inject({ method: 'POST', url: '/api/v3/tags', headers, payload });
      return { status: response.statusCode, text: response.body };
    };
    const { status, text } = await sendText('admin', '{"tag": "Roads"}');
    expect([status, text]).toEqual([400, expect.stringContaining('Content-Type: application/json')]);
    expect((await sendText('visitor', '{"tag": "Roads"}')).status).toBe(403);
    expect((await sendText('admin', '')).status).toBe(422);
  });

  test('returns the index at the root to programs, and the page to browsers', async () => {
    const at = (accept: string) => app.fastify.inject({ method: 'GET', url: '/', headers: { accept } });
    expect((await at('application/json, text/plain, */*')).json()).toMatchObject({
      version: '3',
      user: { id: null },
    });
    expect((await at('text/html,application/xhtml+xml')).headers['content-type']).toContain('text/html');
  });

  test('answers a preflight with 200', async () => {
    const headers = { origin: 'https://news.example.com', 'access-control-request-method': 'PUT' };
    const response = await app.fastify.inject({ method: 'OPTIONS', url: '/api/v3/posts/1', headers });
    expect(response.statusCode).toBe(200);
  });

  test('serves public data as JSONP to other sites if the operator allows it', async () => {
    const jsonpApp = await startTestApp({ jsonp: true });
    const ask = (url: string, site = 'cross-site') =>
      jsonpApp.fastify.inject({ method: 'GET', url, headers: { 'sec-fetch-site': site } });
    const url = '/api/v3/config/map?format=jsonp&callback=jQuery12_34';
    const unasked = await app.fastify.inject({
      method: 'GET',
      url,
      headers: { 'sec-fetch-site': 'cross-site' },
    });
    expect(unasked.headers['content-type'], 'unless the operator wants it').toContain('application/json');
    const response = await ask(url);
    expect(response.headers['content-type']).toContain('application/javascript');
    const json = /^jQuery12_34\((.*)\);$/s.exec(response.body)?.[1] ?? '';
    expect(JSON.parse(json)).toEqual((await ask('/api/v3/config/map')).json());
    // Same-origin requests never get JSONP, and the callback must be a plain name.
    for (const refused of [
      await ask(url, 'same-origin'),
      await ask('/api/v3/config/map?format=jsonp&callback=alert(1)//'),
      await ask('/api/v3/config/map?callback=show'),
    ])
      expect(refused.headers['content-type']).toContain('application/json');
    expect((await ask('/api/v3/contacts?format=jsonp&callback=show')).statusCode).toBe(401);
    // Over plain HTTP browsers do not send the site of origin.
    const isServedOverHttp = async (headers: Record<string, string>) => {
      const response = await jsonpApp.fastify.inject({
        method: 'GET',
        url,
        headers: { host: 'here.example', ...headers },
      });
      return String(response.headers['content-type']).includes('javascript');
    };
    const browser = { 'user-agent': 'Mozilla/5.0' };
    expect(await isServedOverHttp({ ...browser, referer: 'http://there.example/' })).toBe(true);
    expect(await isServedOverHttp({ ...browser, referer: 'http://here.example/views/map' })).toBe(false);
    expect(await isServedOverHttp(browser)).toBe(false);
    expect(await isServedOverHttp({ 'user-agent': 'an-old-script/1.0' })).toBe(true);
    await jsonpApp.close();
  });
});

test('a post has the keys of API v3 in their order, and one extension', async () => {
  const created = await app.make('member', { title: 'Whole' });
  const { body } = await app.send<Post>('visitor', 'GET', `/posts/${created.id}`);
  expect(Object.keys(body).filter((key) => key !== 'revision')).toEqual([
    'id',
    'url',
    'user',
    'parent_id',
    'form',
    'message',
    'color',
    'type',
    'title',
    'slug',
    'content',
    'status',
    'created',
    'updated',
    'locale',
    'values',
    'post_date',
    'tags',
    'published_to',
    'completed_stages',
    'sets',
    'lock',
    'source',
    'contact',
    'data_source_message_id',
    'allowed_privileges',
  ]);
});
