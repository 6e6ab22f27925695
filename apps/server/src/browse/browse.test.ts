import { postSortFields } from '@waypost/contract/browse/post-filters';
import type { Post } from '@waypost/contract/posts/posts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Actor } from '../testing/app/test-app.ts';
import { startAppWithPosts } from './app-with-posts.fixture.ts';

let app: Awaited<ReturnType<typeof startAppWithPosts>>;
beforeAll(async () => {
  app = await startAppWithPosts();
});
afterAll(() => app.close());

describe('pages', () => {
  test('the default order is the newest date first for every viewer', async () => {
    for (const kind of ['passer-by', 'member', 'reviewer'] as Actor[]) {
      const { body } = await app.list(kind, '');
      expect([body.orderby, body.order, body.limit, body.offset]).toEqual(['post_date', 'desc', null, 0]);
      const dates = body.results.map((post) => post.post_date);
      expect(dates).toEqual([...dates].sort().reverse());
    }
  });

  test('pages together contain all posts, and link to their neighbours', async () => {
    for (const kind of ['passer-by', 'member', 'reviewer'] as Actor[]) {
      const allPosts = (await app.list(kind, 'status=all&orderby=created')).body;
      const pagedIds: number[] = [];
      for (let offset = 0; offset < allPosts.total_count; offset += 3) {
        const { body } = await app.list(kind, `status=all&orderby=created&limit=3&offset=${offset}`);
        expect([body.limit, body.total_count]).toEqual(['3', allPosts.total_count]);
        pagedIds.push(...body.results.map((post) => post.id));
      }
      expect(pagedIds).toEqual(allPosts.results.map((post) => post.id));
    }
    const { body } = await app.list('visitor', 'limit=3&offset=3');
    expect([body.next, body.prev].map((url) => new URL(url).searchParams.get('offset'))).toEqual(['6', '0']);
  });

  test('every order works in both directions, and limit 0 returns no posts', async () => {
    for (const orderby of postSortFields) {
      const [up, down] = await Promise.all(
        ['asc', 'desc'].map(
          async (order) => (await app.list('member', `status=all&orderby=${orderby}&order=${order}`)).body,
        ),
      );
      expect(up?.results.map((post) => post.id).sort()).toEqual(down?.results.map((post) => post.id).sort());
    }
    const sortValue = (post: Post, orderby: 'slug' | 'form_id') =>
      orderby === 'slug' ? post.slug : (post.form?.id ?? null);
    for (const orderby of ['slug', 'form_id'] as const) {
      const { results } = (await app.list('reviewer', `status=all&orderby=${orderby}&order=asc`)).body;
      const values = results.map((post) => sortValue(post, orderby));
      const set = values.filter((it) => it !== null);
      expect(new Set(set).size, orderby).toBeGreaterThan(1);
      // Posts without a value come last.
      expect(values).toEqual([...set, ...values.filter((it) => it === null)]);
      if (orderby === 'form_id') expect(set).toEqual([...set].sort((a, b) => Number(a) - Number(b)));
    }
    const none = (await app.list('visitor', 'limit=0')).body;
    expect([none.count, none.results, none.total_count, none.limit]).toEqual([0, [], 7, '0']);
  });

  test('a list contains only the requested values', async () => {
    const { body } = await app.list('visitor', `post_id=${app.ids['bridge']}&include_types=tags,varchar`);
    expect(Object.keys(body.results[0]?.values ?? {})).toEqual([
      app.survey.keyOf('words'),
      app.survey.keyOf('kinds'),
    ]);
    const keyed = await app.list(
      'visitor',
      `post_id=${app.ids['bridge']}&include_attributes=${app.survey.keyOf('where')}`,
    );
    expect(Object.keys(keyed.body.results[0]?.values ?? {})).toEqual([app.survey.keyOf('where')]);
  });
});

describe('GeoJSON', () => {
  test('a feature contains all places of a post; posts without a place are counted', async () => {
    const { body } = await app.send(
      'visitor',
      'GET',
      `/posts/geojson?post_id=${app.ids['bridge']},${app.ids['nowhere']}`,
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
            id: app.ids['bridge'],
            url: `https://report.example.org/api/v3/posts/${app.ids['bridge']}`,
          },
        },
      ],
      total: 2,
    });
  });

  test('the bounding box is returned as text, and a tile is a bounding box', async () => {
    const boxed = await app.send('visitor', 'GET', '/posts/geojson?bbox=36.5,-1.1,37,-1.4');
    expect(boxed.body).toMatchObject({ bbox: ['36.5', '-1.1', '37', '-1.4'], total: 2 });
    const tile = await app.send('visitor', 'GET', '/posts/geojson/1/0/0');
    expect(tile.body).toMatchObject({
      bbox: ['-180', '85.05112877980659', '0', '0'],
      total: 0,
      features: [],
    });
    expect((await app.send<{ total: number }>('visitor', 'GET', '/posts/geojson/1/1/1')).body.total).toBe(4);
    expect((await app.send('visitor', 'GET', '/posts/geojson/1/2/0')).status).toBe(404);
  });

  test('one post has a feature for each of its places', async () => {
    const { body } = await app.send('visitor', 'GET', `/posts/${app.ids['field']}/geojson`);
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
          properties: { attribute_key: app.survey.keyOf('area'), id: app.ids['field'] },
        },
      ],
    });
  });
});
