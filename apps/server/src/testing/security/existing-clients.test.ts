/** What apps and scripts do that were written for other servers of this API, and that has to go on as it did. */
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
  test('configuration is asked for by group', async () => {
    const ask = (query: string) => app.send<List>('passer-by', 'GET', `/config?${query}`);
    expect(resultIds(await ask('groups[]=map&groups[]=site'))).toEqual(['site', 'map']);
    expect(resultIds(await ask('groups=features'))).toEqual(['features']);
    expect(resultIds(await ask('groups[]=data-provider'))).toEqual([]);
    expect(resultIds(await ask('groups='))).toEqual(['features', 'site', 'map']);
  });

  test('a page that is asked for without numbers is the usual one, and a limit of 0 is none', async () => {
    const usual = await app.send<List>('admin', 'GET', '/permissions?limit=&offset=&order=&orderby=');
    expect([usual.status, usual.body.limit]).toEqual([200, null]);
    const none = await app.send<List>('admin', 'GET', '/permissions?limit=0');
    expect(none.body.count).toBe(usual.body.total_count);
    const me = await app.idOf('admin');
    const settings = `/users/${me}/settings`;
    await app.send('admin', 'POST', settings, { config_key: 'colour', config_value: 'green' });
    expect((await app.send<List>('admin', 'GET', `${settings}?limit=0`)).body.count).toBe(1);
  });

  test('exports come in the order in which they were asked for', async () => {
    for (const _ of [1, 2]) await app.send('admin', 'POST', '/exports/jobs', { entity_type: 'post' });
    const [first = 0, second = 0] = resultIds(await app.send<List>('admin', 'GET', '/exports/jobs'));
    expect(Number(first)).toBeLessThan(Number(second));
  });

  test('whoever follows `next` passes over no post, however many were asked for at once', async () => {
    await sql`
      insert into posts (survey_id, title, status, locale)
      select ${app.open.id}, 'Many ' || n, 'published', 'xx' from generate_series(1, 1100) as n`.execute(
      app.db,
    );
    await sql`select mask_posts(array(select id from posts where locale = 'xx'))`.execute(app.db);
    const seen = new Set<number | string>();
    let address = '/posts?locale=xx&orderby=id&order=asc&limit=5000';
    for (let page = 0; page < 3; page += 1) {
      const { body } = await app.send<List>('reviewer', 'GET', address);
      for (const id of resultIds({ body })) seen.add(id);
      if (body.count === 0) break;
      // Filters are not among what the next address repeats.
      address = `${body.next.replace('https://report.example.org/api/v3', '')}&locale=xx`;
    }
    expect(seen.size).toBe(1100);
    await sql`delete from posts where locale = 'xx'`.execute(app.db);
  });

  test('a date in a filter may be said in words', async () => {
    const post = await app.make('member', { title: 'Just now' });
    await sql`update posts set created = now() - interval '3 days' where id = ${post.id}`.execute(app.db);
    await sql`select mask_posts(array[${post.id}]::bigint[])`.execute(app.db);
    const found = async (filter: string) => {
      const response = await app.send<List>('reviewer', 'GET', `/posts?post_id=${post.id}&${filter}`);
      return [response.status, response.body.count];
    };
    const day = 86_400;
    const now = Math.floor(Date.now() / 1000);
    for (const within of ['-4 days', '-1 week', '1 week ago', 'last month', `@${now - 4 * day}`])
      expect([within, await found(`created_after=${within}`)]).toEqual([within, [200, 1]]);
    for (const past of ['yesterday', 'today', 'now', '-2 days', '-1 week %2B5 days', 'tomorrow'])
      expect([past, await found(`created_after=${past}`)]).toEqual([past, [200, 0]]);
    const mailed = new Date((now - 4 * day) * 1000).toUTCString();
    expect(await found(`created_after=${mailed}`)).toEqual([200, 1]);
    expect((await found('created_after=someday'))[0]).toBe(422);
  });
});

describe('what is sent back', () => {
  test('settings as they were read', async () => {
    for (const group of ['site', 'map', 'data-provider']) {
      const { body } = await app.send('admin', 'GET', `/config/${group}`);
      const saved = await app.send('admin', 'PUT', `/config/${group}`, body);
      expect([group, saved.status, saved.body]).toEqual([group, 200, body]);
    }
  });

  test('whatever can be changed, as it was read', async () => {
    const made = async (url: string, body: object) => {
      const response = await app.send<{ id: number }>('admin', 'POST', url, body);
      expect([url, response.status]).toEqual([url, 200]);
      return `${url}/${response.body.id}`;
    };
    const survey = await made('/forms', { name: 'Roads', description: 'Which are open' });
    const task = await made(`${survey}/stages`, { label: 'Post', type: 'post' });
    const field = { label: 'Where', type: 'point', input: 'location', form_stage_id: task.split('/').at(-1) };
    const collection = await made('/collections', { name: 'Gauges' });
    const hook = {
      name: 'Desk',
      url: 'https://hooks.example.net/in',
      shared_secret: 'a-secret-of-20-chars-or-more',
      event_type: 'create',
      entity_type: 'post',
    };
    const webhook = await made('/webhooks', hook);
    const paused = await made('/webhooks', { ...hook, name: 'Other desk' });
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
      await made(`${survey}/attributes`, field),
      await made('/tags', { tag: 'Bridges', type: 'category' }),
      collection,
      await made('/savedsearches', { name: 'Mine', filter: { user: 'me', tags: [], center_point: '' } }),
      await made('/notifications', { set: Number(collection.split('/').at(-1)) }),
      await made('/contacts', { type: 'phone', contact: '+1 555 0100' }),
      await made('/roles', { name: 'verifier', permissions: ['Manage Posts'] }),
      '/users/me',
      webhook,
      paused,
      await made('/layers', layer),
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

  test('a post with nothing in what nobody chose', async () => {
    const empty = { status: '', type: null, locale: null, slug: '', post_date: null, tags: null };
    const made = await app.make('member', {
      ...empty,
      user: { id: null },
      form: { id: app.open.id, tasks: [] },
    });
    expect(made).toMatchObject({ status: 'published', type: 'report', locale: 'en_us' });
    const saved = await app.save('member', made.id, { ...made, status: null, locale: '', title: 'Again' });
    expect([saved.status, saved.body]).toMatchObject([
      200,
      { status: 'published', locale: 'en_us', title: 'Again' },
    ]);
  });

  test('every kind of answer, as it was read', async () => {
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
    const made = await app.make('member', { values });
    expect(made.values).toEqual(
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
    const again = await app.save('member', made.id, made);
    expect([again.status, again.body.values]).toEqual([200, made.values]);
  });

  test('an empty list where an object without keys was meant', async () => {
    const asked = async (payload: string) => {
      const headers = {
        authorization: `Bearer ${await app.tokenOf('admin')}`,
        'content-type': 'application/json',
      };
      return app.fastify.inject({ method: 'POST', url: '/api/v3/apikeys', headers, payload });
    };
    expect((await asked('[]')).statusCode).toBe(200);
    expect((await asked(' [ ]\n')).statusCode).toBe(200);
    expect((await asked('[1]')).statusCode).toBe(422);
  });
});

describe('ways to ask', () => {
  test('a program gets the index at the root, a browser the page', async () => {
    const at = (accept: string) => app.fastify.inject({ method: 'GET', url: '/', headers: { accept } });
    expect((await at('application/json, text/plain, */*')).json()).toMatchObject({
      version: '3',
      user: { id: null },
    });
    expect((await at('text/html,application/xhtml+xml')).headers['content-type']).toContain('text/html');
  });

  test('a preflight is answered with 200', async () => {
    const headers = { origin: 'https://news.example.com', 'access-control-request-method': 'PUT' };
    const response = await app.fastify.inject({ method: 'OPTIONS', url: '/api/v3/posts/1', headers });
    expect(response.statusCode).toBe(200);
  });

  test('a page of another site reads what is public by a script, where the operator allows it', async () => {
    const here = await startTestApp({ jsonp: true });
    const ask = (url: string, site = 'cross-site') =>
      here.fastify.inject({ method: 'GET', url, headers: { 'sec-fetch-site': site } });
    const url = '/api/v3/config/map?format=jsonp&callback=jQuery12_34';
    const unasked = await app.fastify.inject({
      method: 'GET',
      url,
      headers: { 'sec-fetch-site': 'cross-site' },
    });
    expect(unasked.headers['content-type'], 'unless the operator wants it').toContain('application/json');
    const response = await ask(url);
    expect(response.headers['content-type']).toContain('application/javascript');
    const told = /^jQuery12_34\((.*)\);$/s.exec(response.body)?.[1] ?? '';
    expect(JSON.parse(told)).toEqual((await ask('/api/v3/config/map')).json());
    // Our own pages run nothing that an address makes up, and nothing but a name is called.
    for (const refused of [
      await ask(url, 'same-origin'),
      await ask('/api/v3/config/map?format=jsonp&callback=alert(1)//'),
      await ask('/api/v3/config/map?callback=show'),
    ])
      expect(refused.headers['content-type']).toContain('application/json');
    expect((await ask('/api/v3/contacts?format=jsonp&callback=show')).statusCode).toBe(401);
    // Over plain HTTP a browser does not say which site asks.
    const plainly = async (headers: Record<string, string>) => {
      const response = await here.fastify.inject({
        method: 'GET',
        url,
        headers: { host: 'here.example', ...headers },
      });
      return String(response.headers['content-type']).includes('javascript');
    };
    const browser = { 'user-agent': 'Mozilla/5.0' };
    expect(await plainly({ ...browser, referer: 'http://there.example/' })).toBe(true);
    expect(await plainly({ ...browser, referer: 'http://here.example/views/map' })).toBe(false);
    expect(await plainly(browser)).toBe(false);
    expect(await plainly({ 'user-agent': 'an-old-script/1.0' })).toBe(true);
    await here.close();
  });
});

test('a post has the keys of API v3 in its order, and one of ours', async () => {
  const made = await app.make('member', { title: 'Whole' });
  const { body } = await app.send<Post>('visitor', 'GET', `/posts/${made.id}`);
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
