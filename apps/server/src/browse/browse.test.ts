import type { Post } from '@waypost/contract/posts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aSurvey, type MadeSurvey } from '../testing/a-survey.ts';
import { type Deployment, type Kind, pointersOf, startDeployment } from '../testing/deployment.ts';

interface List {
  count: number;
  total_count: number;
  results: Post[];
  limit: string | null;
  offset: string | number;
  order: string;
  orderby: string;
  next: string;
  prev: string;
}

let it: Deployment;
let survey: MadeSurvey;
let other: MadeSurvey;
const ids: Record<string, number> = {};
const nameOf = (id: number) => Object.keys(ids).find((name) => ids[name] === id) ?? String(id);

beforeAll(async () => {
  it = await startDeployment();
  survey = await aSurvey(
    it.db,
    {
      where: { type: 'point', input: 'location', cardinality: 0 },
      area: { type: 'geometry' },
      words: { type: 'varchar' },
      kinds: { type: 'tags', input: 'tags', cardinality: 0 },
      done: { type: 'varchar', task: 'second' },
    },
    { tasks: { first: {}, second: {} } },
  );
  other = await aSurvey(it.db, { place: { type: 'point', input: 'location' } }, { color: '#A51A1A' });
  const nairobi = { lat: -1.2921, lon: 36.8219 };
  const suva = { lat: -18.1416, lon: 178.4419 };
  const posts: [string, Kind, object][] = [
    [
      'bridge',
      'member',
      {
        title: 'Bridge closed',
        content: 'Water over the deck',
        values: { where: [nairobi], words: ['100% shut'], kinds: [1, 2] },
        post_date: '2020-01-01',
        completed_stages: [survey.tasks['first']],
      },
    ],
    [
      'road',
      'visitor',
      {
        title: 'Road clear',
        content: 'Dry',
        values: { where: [{ lat: -1.2, lon: 36.8 }], words: ['open'], kinds: [2] },
        post_date: '2020-01-02',
        locale: 'fr',
        slug: 'road-clear',
      },
    ],
    ['island', 'visitor', { title: 'Storm', values: { where: [suva] }, post_date: '2020-01-03' }],
    [
      'field',
      'visitor',
      {
        title: 'Flooded field',
        values: { area: ['POLYGON((36 -2,36 -1,37 -1,37 -2,36 -2))'] },
        post_date: '2020-01-04',
      },
    ],
    ['nowhere', 'visitor', { title: 'Somewhere', post_date: '2020-01-05' }],
    [
      'draft',
      'member',
      { title: 'Draft', status: 'draft', post_date: '2020-01-06', values: { where: [nairobi] } },
    ],
    ['archived', 'reviewer', { title: 'Archived', status: 'archived', post_date: '2020-01-07' }],
    ['team', 'reviewer', { title: 'For the team', published_to: ['reviewer'], post_date: '2020-01-08' }],
    ['other', 'visitor', { title: 'Elsewhere', form: () => other.id, post_date: '2020-01-09' }],
    ['loose', 'reviewer', { title: 'Loose', form: null, status: 'published', post_date: '2020-01-10' }],
  ];
  for (const [name, kind, body] of posts) {
    const { values = {}, form, ...rest } = body as { values?: object; form?: unknown };
    const keyed = Object.fromEntries(Object.entries(values).map(([key, it]) => [survey.key(key), it]));
    const id = typeof form === 'function' ? (form as () => number)() : form === null ? null : survey.id;
    const before = (
      await it.db
        .selectFrom('posts')
        .select((of) => of.fn.max('id').as('id'))
        .executeTakeFirstOrThrow()
    ).id;
    const made = await it.send<Post>(kind, 'POST', '/posts', { form: id, values: keyed, ...rest });
    expect([name, made.status < 300]).toEqual([name, true]);
    ids[name] = made.body?.id ?? before + 1;
  }
});
afterAll(() => it.close());

const list = (kind: Kind, query: string) => it.send<List>(kind, 'GET', `/posts?${query}`);
const names = async (kind: Kind, query: string) => {
  const { body } = await list(kind, `orderby=id&order=asc&${query}`);
  expect(body.total_count).toBe(body.results.length);
  return body.results.map((post) => nameOf(post.id));
};

describe('filters', () => {
  const open = ['bridge', 'road', 'island', 'field', 'nowhere', 'other', 'loose'];
  const cases: [Kind, () => string, string[]][] = [
    ['visitor', () => '', open],
    ['visitor', () => 'status=all', open],
    ['visitor', () => 'status[]=published&status[]=draft', open],
    ['visitor', () => 'status=archived', []],
    ['member', () => 'status=draft', ['draft']],
    [
      'member',
      () => 'status[]=published&status[]=draft',
      ['bridge', 'road', 'island', 'field', 'nowhere', 'draft', 'other', 'loose'],
    ],
    ['reviewer', () => 'status[]=draft&status[]=archived', ['draft', 'archived']],
    ['reviewer', () => '', ['bridge', 'road', 'island', 'field', 'nowhere', 'team', 'other', 'loose']],
    ['visitor', () => 'q=WATER', ['bridge']],
    ['visitor', () => 'q=o%25d', []],
    ['visitor', () => `q=${ids['road']}`, ['road']],
    ['visitor', () => 'locale=FR', ['road']],
    ['visitor', () => 'slug=road-clear', ['road']],
    ['visitor', () => 'user=me', open],
    ['member', () => 'user=me&status=all', ['bridge', 'draft']],
    ['visitor', () => 'user=none&form=none', ['loose']],
    ['reviewer', () => 'user=none', ['road', 'island', 'field', 'nowhere', 'other']],
    ['visitor', () => 'user=2', ['bridge']],
    ['visitor', () => 'parent=none&q=Storm', ['island']],
    ['visitor', () => 'parent=1', []],
    ['visitor', () => `form=${other.id}`, ['other']],
    ['visitor', () => `form[]=none&form[]=${other.id}`, ['other', 'loose']],
    // The loose post hides its time: to a visitor it is as old as the day.
    ['visitor', () => `created_after_by_id=${ids['nowhere']}`, ['other']],
    ['visitor', () => `created_before_by_id=${ids['road']}`, ['bridge', 'road', 'loose']],
    ['reviewer', () => `created_after_by_id=${ids['nowhere']}&status=published`, ['team', 'other', 'loose']],
    ['visitor', () => 'created_after=2100-01-01', []],
    ['visitor', () => 'created_before=2100-01-01&updated_after=2000-01-01', []],
    ['visitor', () => 'date_before=2020-01-02&date_after=2020-01-01', ['road']],
    ['visitor', () => 'bbox=36.5,-1.1,37,-1.4', ['bridge', 'road']],
    ['visitor', () => 'bbox=36,-1.4,37,-2', ['field']],
    ['visitor', () => 'bbox=177,-10,-170,-20', ['island']],
    ['visitor', () => 'bbox=-183,-10,-180,-20', ['island']],
    ['visitor', () => 'center_point=-1.2921,36.8219&within_km=10.2', ['bridge']],
    ['visitor', () => 'center_point=-1.2921,36.8219&within_km=10.6', ['bridge', 'road']],
    ['visitor', () => 'center_point=-1.2921,36.8219', ['bridge']],
    ['visitor', () => 'center_point=-18.14,-181.5&within_km=20', ['island']],
    ['visitor', () => 'within_km=1', open],
    ['visitor', () => 'has_location=mapped', ['bridge', 'road', 'island', 'field']],
    ['visitor', () => 'has_location=unmapped', ['nowhere', 'other']],
    ['visitor', () => 'has_location=all&source[]=web&source[]=sms', open],
    ['visitor', () => 'source=sms', []],
    ['visitor', () => 'tags=2', ['bridge', 'road']],
    ['visitor', () => 'tags[any]=1,4', ['bridge']],
    ['visitor', () => 'tags[all][]=1&tags[all][]=2', ['bridge']],
    ['visitor', () => `values[${survey.key('words')}]=100%25`, ['bridge']],
    [
      'visitor',
      () => `values[${survey.key('words')}][]=shut&values[${survey.key('words')}][]=OPEN`,
      ['bridge', 'road'],
    ],
    ['visitor', () => 'values[nonsense]=1', []],
    ['visitor', () => `post_id=${ids['road']},${ids['draft']}`, ['road']],
    ['reviewer', () => 'published_to=reviewer', ['team']],
    ['visitor', () => `current_stage=${survey.tasks['second']}`, ['bridge']],
    ['visitor', () => `current_stage=${survey.tasks['first']}&q=road`, ['road']],
    ['visitor', () => 'order_unlocked_on_top=true&q=storm', ['island']],
  ];
  test.each(cases)('%s: %s', async (kind, query, expected) => {
    const found = await names(kind, query());
    expect(found).toEqual(query() === 'has_location=unmapped' ? [...expected, 'loose'] : expected);
  });

  const bad: [string, string][] = [
    ['status=gone', '/status'],
    ['bbox=1,2,3', '/bbox'],
    ['center_point=200,1', '/center_point'],
    ['within_km=far', '/within_km'],
    ['created_after=soon', '/created_after'],
    ['form=x', '/form'],
    ['limit=-1', '/limit'],
    ['orderby=password', '/orderby'],
    ['has_location=maybe', '/has_location'],
  ];
  test.each(bad)('%s is refused by name', async (query, pointer) => {
    const answer = await list('visitor', query);
    expect([answer.status, pointersOf(answer)]).toEqual([422, [pointer]]);
  });
});

describe('pages', () => {
  test('the usual order is the newest date first, whoever asks', async () => {
    for (const kind of ['passer-by', 'member', 'reviewer'] as Kind[]) {
      const { body } = await list(kind, '');
      expect([body.orderby, body.order, body.limit, body.offset]).toEqual(['post_date', 'desc', null, 0]);
      const dates = body.results.map((post) => post.post_date);
      expect(dates).toEqual([...dates].sort().reverse());
    }
  });

  test('pages put together are the whole, and know their neighbours', async () => {
    for (const kind of ['passer-by', 'member', 'reviewer'] as Kind[]) {
      const whole = (await list(kind, 'status=all&orderby=created')).body;
      const found: number[] = [];
      for (let offset = 0; offset < whole.total_count; offset += 3) {
        const { body } = await list(kind, `status=all&orderby=created&limit=3&offset=${offset}`);
        expect([body.limit, body.total_count]).toEqual(['3', whole.total_count]);
        found.push(...body.results.map((post) => post.id));
      }
      expect(found).toEqual(whole.results.map((post) => post.id));
    }
    const { body } = await list('visitor', 'limit=3&offset=3');
    expect([body.next, body.prev].map((url) => new URL(url).searchParams.get('offset'))).toEqual(['6', '0']);
  });

  test('every order works both ways, and no limit is no posts', async () => {
    for (const orderby of ['id', 'post_date', 'created', 'updated', 'title', 'status']) {
      const [up, down] = await Promise.all(
        ['asc', 'desc'].map(
          async (order) => (await list('member', `status=all&orderby=${orderby}&order=${order}`)).body,
        ),
      );
      expect(up?.results.map((post) => post.id).sort()).toEqual(down?.results.map((post) => post.id).sort());
    }
    const none = (await list('visitor', 'limit=0')).body;
    expect([none.count, none.results, none.total_count, none.limit]).toEqual([0, [], 7, '0']);
  });

  test('a list answers only what was asked for of the values', async () => {
    const { body } = await list('visitor', `post_id=${ids['bridge']}&include_types=tags,varchar`);
    expect(Object.keys(body.results[0]?.values ?? {})).toEqual([survey.key('words'), survey.key('kinds')]);
    const keyed = await list('visitor', `post_id=${ids['bridge']}&include_attributes=${survey.key('where')}`);
    expect(Object.keys(keyed.body.results[0]?.values ?? {})).toEqual([survey.key('where')]);
  });
});

describe('GeoJSON', () => {
  test('every place of a post is in one feature; posts without one are counted', async () => {
    const { body } = await it.send(
      'visitor',
      'GET',
      `/posts/geojson?post_id=${ids['bridge']},${ids['nowhere']}`,
    );
    expect(body).toEqual({
      type: 'FeatureCollection',
      features: [
        {
          type: 'Feature',
          geometry: {
            type: 'GeometryCollection',
            geometries: [{ type: 'Point', coordinates: [36.8219, -1.2921] }],
          },
          properties: {
            title: 'Bridge closed',
            description: 'Water over the deck',
            'marker-color': '#2274B4',
            id: ids['bridge'],
            url: `https://report.example.org/api/v3/posts/${ids['bridge']}`,
          },
        },
      ],
      total: 2,
    });
  });

  test('boxes are told back as text, tiles are boxes', async () => {
    const boxed = await it.send('visitor', 'GET', '/posts/geojson?bbox=36.5,-1.1,37,-1.4');
    expect(boxed.body).toMatchObject({ bbox: ['36.5', '-1.1', '37', '-1.4'], total: 2 });
    const tile = await it.send('visitor', 'GET', '/posts/geojson/1/0/0');
    expect(tile.body).toMatchObject({
      bbox: ['-180', '85.05112877980659', '0', '0'],
      total: 0,
      features: [],
    });
    expect((await it.send<{ total: number }>('visitor', 'GET', '/posts/geojson/1/1/1')).body.total).toBe(4);
    expect((await it.send('visitor', 'GET', '/posts/geojson/1/2/0')).status).toBe(404);
  });

  test('one post has a feature for each of its places', async () => {
    const { body } = await it.send('visitor', 'GET', `/posts/${ids['field']}/geojson`);
    expect(body).toMatchObject({
      features: [
        {
          geometry: {
            type: 'Polygon',
            coordinates: [
              [
                [36, -2],
                [36, -1],
                [37, -1],
                [37, -2],
                [36, -2],
              ],
            ],
          },
          properties: { attribute_key: survey.key('area'), id: ids['field'] },
        },
      ],
    });
  });
});
