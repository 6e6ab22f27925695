/** GeoJSON takes the filters of lists, and has the places of posts in the order of the survey (API v3 §2.1, "GeoJSON", and §4). */
import type { Post } from '@waypost/contract/posts/posts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestSurvey } from '../../testing/app/create-test-survey.ts';
import { type Actor, startTestApp, type TestApp } from '../../testing/app/test-app.ts';

interface Shape {
  type: string;
  coordinates: unknown;
}
interface Collection {
  features: {
    geometry: Shape & { geometries: Shape[] };
    properties: { id: number; attribute_key?: string };
  }[];
  bbox?: string[];
  total: number;
}

const nairobi = { lat: -1.2921, lon: 36.8219 };
const nakuru = { lat: -0.3031, lon: 36.08 };
const suva = { lat: -18.1416, lon: 178.4419 };
const square = 'POLYGON((36 -2,36 -1,37 -1,37 -2,36 -2))';
const coordinatesOf = ({ lat, lon }: { lat: number; lon: number }) => [lon, lat];

let app: TestApp;
let survey: Awaited<ReturnType<typeof createTestSurvey>>;
let ids: Record<'gauge' | 'road' | 'island', number>;
beforeAll(async () => {
  app = await startTestApp();
  // The answers of the task come last, and the area comes before the points.
  survey = await createTestSurvey(
    app.db,
    {
      checked: { type: 'point', input: 'location', task: 'second' },
      area: { type: 'geometry' },
      where: { type: 'point', input: 'location', cardinality: 0 },
      secret: { type: 'point', input: 'location', private: true },
      words: { type: 'varchar' },
    },
    { tasks: { second: {} } },
  );
  const create = async (title: string, post_date: string, answers: Record<string, unknown[]>) => {
    const values = Object.fromEntries(Object.entries(answers).map(([name, it]) => [survey.keyOf(name), it]));
    const body = { form: survey.id, title, post_date, values, status: 'published' };
    const { status, body: post } = await app.send<Post>('reviewer', 'POST', '/posts', body);
    expect([title, status]).toEqual([title, 200]);
    return post.id;
  };
  ids = {
    gauge: await create('Gauge', '2020-01-02', {
      words: ['high'],
      checked: [suva],
      where: [nairobi, nakuru],
      secret: [suva],
      area: [square],
    }),
    road: await create('Road', '2020-01-03', { where: [nairobi] }),
    island: await create('Island', '2020-01-01', { checked: [suva] }),
  };
});
afterAll(() => app.close());

const read = async (address: string, kind: Actor = 'passer-by') => {
  const { status, body } = await app.send<Collection>(kind, 'GET', address);
  expect([address, status]).toEqual([address, 200]);
  return body;
};
const postIds = ({ features }: Collection) => features.map((it) => it.properties.id);
const shapesOf = (collection: Collection, id: number) =>
  collection.features.find((it) => it.properties.id === id)?.geometry.geometries;

describe('order', () => {
  test('features are in the order of the list, the newest date first', async () => {
    expect(postIds(await read('/posts/geojson'))).toEqual([ids.road, ids.gauge, ids.island]);
    expect(postIds(await read('/posts/geojson/0/0/0'))).toEqual([ids.road, ids.gauge, ids.island]);
    expect(postIds(await read('/posts/geojson?orderby=id&order=asc'))).toEqual([
      ids.gauge,
      ids.road,
      ids.island,
    ]);
    expect(postIds(await read('/posts/geojson?limit=1&offset=1'))).toEqual([ids.gauge]);
  });

  test('the places of a post are in the order of its survey', async () => {
    const types = ['Polygon', 'Point', 'Point', 'Point'];
    const all = await read('/posts/geojson');
    expect(shapesOf(all, ids.gauge)?.map((it) => it.type)).toEqual(types);
    const collection = await read(`/posts/${ids.gauge}/geojson`);
    expect(collection.features.map((it) => it.properties.attribute_key)).toEqual(
      ['area', 'where', 'where', 'checked'].map((name) => survey.keyOf(name)),
    );
    expect(collection.features.slice(1).map((it) => it.geometry.coordinates)).toEqual(
      [nairobi, nakuru, suva].map(coordinatesOf),
    );
  });
});

describe('include_attributes and include_types', () => {
  test('limit the places; posts without one of them are left out and counted', async () => {
    for (const path of ['/posts/geojson', '/posts/geojson/0/0/0']) {
      const checked = await read(`${path}?include_attributes=${survey.keyOf('checked')}`);
      expect([postIds(checked), checked.total]).toEqual([[ids.gauge, ids.island], 3]);
      expect(shapesOf(checked, ids.gauge)).toEqual([{ type: 'Point', coordinates: coordinatesOf(suva) }]);
      const keys = ['checked', 'area'].map((name) => `include_attributes[]=${survey.keyOf(name)}`).join('&');
      expect(shapesOf(await read(`${path}?${keys}`), ids.gauge)?.map((it) => it.type)).toEqual([
        'Polygon',
        'Point',
      ]);
      const areas = await read(`${path}?include_types=geometry`);
      expect([postIds(areas), areas.total]).toEqual([[ids.gauge], 3]);
      const collection = await read(`${path}?include_attributes=${survey.keyOf('words')},nothing`);
      expect([collection.features, collection.total]).toEqual([[], 3]);
    }
    const areas = await read(`/posts/${ids.gauge}/geojson?include_attributes=${survey.keyOf('area')}`);
    expect(areas.features.map((it) => it.geometry.type)).toEqual(['Polygon']);
  });

  test('an empty parameter limits nothing', async () => {
    expect((await read('/posts/geojson?include_attributes=&include_types=')).features).toHaveLength(3);
    const { body } = await app.send<{ results: Post[] }>(
      'passer-by',
      'GET',
      `/posts?post_id=${ids.road}&include_attributes=`,
    );
    expect(Object.keys(body.results[0]?.values ?? {})).toEqual([survey.keyOf('where')]);
  });

  test('name no place that the caller may not see', async () => {
    const address = `/posts/geojson?include_attributes=${survey.keyOf('secret')}`;
    expect((await read(address)).features).toEqual([]);
    expect(postIds(await read(address, 'reviewer'))).toEqual([ids.gauge]);
    const url = `/posts/${ids.gauge}/geojson?include_attributes=${survey.keyOf('secret')}`;
    expect((await read(url)).features).toEqual([]);
  });
});

describe('filters', () => {
  test.each([
    ['q=Gauge', ['gauge']],
    ['post_id[]=ROAD&post_id[]=ISLAND', ['road', 'island']],
    ['values[WORDS]=high', ['gauge']],
    ['date_before=2020-01-02', ['gauge', 'island']],
    ['center_point=-0.3,36.1&within_km=5', ['gauge']],
    ['bbox=36,0,36.5,-0.5', ['gauge']],
    ['has_location=unmapped', []],
    ['status=draft', []],
    ['form=none', []],
    ['source=sms', []],
  ] as [string, (keyof typeof ids)[]][])(
    '%s selects posts as in the list, also in a tile',
    async (query, names) => {
      const filter = query
        .replace('ROAD', String(ids.road))
        .replace('ISLAND', String(ids.island))
        .replace('WORDS', survey.keyOf('words'));
      const expected = names.map((name) => ids[name]);
      const list = await app.send<{ results: Post[] }>('passer-by', 'GET', `/posts?${filter}`);
      expect(list.body.results.map((post) => post.id)).toEqual(expected);
      for (const path of ['/posts/geojson', '/posts/geojson/0/0/0']) {
        const collection = await read(`${path}?${filter}`);
        expect([path, postIds(collection), collection.total]).toEqual([path, expected, expected.length]);
      }
    },
  );

  test('a tile and a box select only what is in both', async () => {
    // The eastern half of the southern hemisphere.
    const tile = '/posts/geojson/1/1/1';
    expect(postIds(await read(`${tile}?bbox=178,-18,179,-19`))).toEqual([ids.gauge, ids.island]);
    expect(postIds(await read(`${tile}?bbox=-180,85,0,-85`))).toEqual([]);
    expect((await read(`${tile}?bbox=178,-18,179,-19`)).bbox).toEqual([
      '0',
      '0',
      '180',
      '-85.05112877980659',
    ]);
  });

  test('what is no filter value is refused', async () => {
    for (const path of ['/posts/geojson', '/posts/geojson/0/0/0']) {
      const { status, body } = await app.send<{ errors: { source?: { pointer: string } }[] }>(
        'passer-by',
        'GET',
        `${path}?status=gone`,
      );
      expect([path, status, body.errors[1]?.source?.pointer]).toEqual([path, 422, '/status']);
    }
  });
});
