import { gunzipSync } from 'node:zlib';
import { VectorTile } from '@mapbox/vector-tile';
import { sql } from 'kysely';
import { PbfReader } from 'pbf';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestSurvey, type TestSurvey } from '../../testing/app/create-test-survey.ts';
import { type Actor, startTestApp, type TestApp } from '../../testing/app/test-app.ts';

let app: TestApp;
let redSurvey: TestSurvey;
let maskedSurvey: TestSurvey;

/** Two surveys, three statuses, roles, authors, many posts at one position, around the globe. */
async function seed(): Promise<void> {
  const member = await app.idOf('member');
  for (const survey of [redSurvey, maskedSurvey])
    await sql`
      with made as (
        insert into posts (survey_id, user_id, status, published_to, title)
        select ${survey.id}, case when n % 11 = 0 then ${member}::bigint end,
          (array['published', 'published', 'published', 'draft', 'archived'])[1 + n % 5],
          case when n % 7 = 0 then array['settings-manager'] else '{}'::text[] end, 'Post ' || n
        from generate_series(1, 400) n returning id
      ), placed as (
        insert into post_places (post_id, attribute_id, position, lat, lon)
        select id, (select id from attributes where key = ${survey.keyOf('where')}), 0,
          case when id % 10 = 0 then -1.2921 else -80 + (id * 7919) % 1600 / 10.0 end,
          case when id % 10 = 0 then 36.8219 else -180 + (id * 104729) % 3600 / 10.0 end
        from made where id % 13 <> 0)
      select count(*) from made`.execute(app.db);
  await sql`
    update posts set values = jsonb_build_object(
      attributes.key, jsonb_build_array(jsonb_build_object('lon', lon, 'lat', lat)))
    from post_places join attributes on attributes.id = attribute_id
    where post_places.post_id = posts.id`.execute(app.db);
  await sql`select mask_posts(array(select id from posts))`.execute(app.db);
}

beforeAll(async () => {
  app = await startTestApp();
  redSurvey = await createTestSurvey(
    app.db,
    { where: { type: 'point', input: 'location' } },
    { color: '#A51A1A' },
  );
  maskedSurvey = await createTestSurvey(
    app.db,
    { where: { type: 'point', input: 'location' } },
    { color: null, hide_location: true, hide_author: true },
  );
  await seed();
});
afterAll(() => app.close());

interface TileFeature {
  featureId: number | undefined;
  properties: Record<string, string | number | boolean>;
}

async function tile(kind: Actor, name: string, query = '') {
  const headers = kind === 'passer-by' ? {} : { authorization: `Bearer ${await app.tokenOf(kind)}` };
  const response = await app.fastify.inject({ url: `/api/v3/posts/tiles/${name}.mvt?${query}`, headers });
  expect(response.statusCode).toBe(200);
  const layer = new VectorTile(new PbfReader(response.rawPayload)).layers['posts'];
  const features = Array.from({ length: layer?.length ?? 0 }, (_, index): TileFeature => {
    const feature = layer?.feature(index);
    return { featureId: feature?.id, properties: feature?.properties ?? {} };
  });
  return { headers: response.headers, features };
}
const countIn = (features: readonly TileFeature[]) =>
  features.reduce((sum, { properties }) => sum + Number(properties['count'] ?? 1), 0);
const listed = async (kind: Actor, query: string) =>
  (await app.send<{ total_count: number }>(kind, 'GET', `/posts?limit=0&${query}`)).body.total_count;

const kinds: Actor[] = ['passer-by', 'visitor', 'member', 'settings manager', 'reviewer', 'admin'];
const queries = [
  '',
  'status=all',
  'status[]=published&status[]=draft',
  'status=archived',
  'user=me',
  'q=Post%201',
];

describe.each(kinds)('for %s', (kind) => {
  test.each(queries)('the tiles count what the list counts: %s', async (query) => {
    const all = await listed(kind, `has_location=mapped&${query}`);
    for (const zoom of [0, 1, 3]) {
      let sum = 0;
      for (let x = 0; x < 2 ** zoom; x++)
        for (let y = 0; y < 2 ** zoom; y++)
          sum += countIn((await tile(kind, `${zoom}/${x}/${y}`, query)).features);
      expect([zoom, sum]).toEqual([zoom, all]);
    }
  });
});

test('in the box of a cluster the list finds as many posts as it counts', async () => {
  const { features } = await tile('reviewer', '2/2/2', 'status=all');
  const clusters = features.filter((it) => it.properties['count'] !== undefined);
  expect(clusters.length).toBeGreaterThan(3);
  for (const { properties } of clusters) {
    const { w, n, e, s, z, count } = properties;
    expect(Number(z)).toBeGreaterThanOrEqual(5);
    expect(await listed('reviewer', `status=all&bbox=${w},${n},${e},${s}`)).toBe(count);
  }
});

/** Sides of the smallest box around the places of the posts in a box: west, south, east, north. */
async function measureMembers(kind: Actor, query: string): Promise<number[]> {
  const { body } = await app.send<{
    features: { geometry: { geometries: { coordinates: readonly [number, number] }[] } }[];
  }>(kind, 'GET', `/posts/geojson?limit=1000&has_location=mapped&${query}`);
  const points = body.features.map(
    ({ geometry }) => geometry.geometries[0]?.coordinates ?? [Number.NaN, Number.NaN],
  );
  const [lons, lats] = [points.map(([lon]) => lon), points.map(([, lat]) => lat)];
  return [Math.min(...lons), Math.min(...lats), Math.max(...lons), Math.max(...lats)];
}

test.each<[query: string, toleranceDegrees: number]>([
  // Counted from posts: exact to a cell of the finest grid. Precomputed: to a cell of level 8.
  ['q=Post', 0.001],
  ['status=all', 360 / 2 ** 8],
])('the sides of a cluster are the box around its posts: %s', async (query, toleranceDegrees) => {
  const { features } = await tile('reviewer', '2/2/2', query);
  const clusters = features.filter((it) => it.properties['count'] !== undefined);
  expect(clusters.length).toBeGreaterThan(3);
  for (const { properties } of clusters) {
    const { w, n, e, s } = properties;
    const members = await measureMembers('reviewer', `${query}&bbox=${w},${n},${e},${s}`);
    for (const [side, position] of [w, s, e, n].map(Number).entries())
      expect(Math.abs(position - (members[side] ?? Number.NaN))).toBeLessThan(toleranceDegrees);
  }
});

test('a single post has its id and the position that the viewer may see', async () => {
  const id = (
    await app.db
      .selectFrom('posts')
      .select('id')
      .where('survey_id', '=', maskedSurvey.id)
      .where('status', '=', 'published')
      .where('published_to', '=', sql<string[]>`'{}'`)
      .where(sql<boolean>`id % 10 <> 0 and id % 13 <> 0`)
      .limit(1)
      .executeTakeFirstOrThrow()
  ).id;
  const at = async (kind: Actor) => {
    const { body } = await app.send<{
      features: { geometry: { geometries: { coordinates: number[] }[] } }[];
    }>(kind, 'GET', `/posts/geojson?post_id=${id}`);
    const [lon = 0, lat = 0] = body.features[0]?.geometry.geometries[0]?.coordinates ?? [];
    const tiles = 2 ** 16;
    const x = Math.floor(((lon + 180) / 360) * tiles);
    const y = Math.floor(((1 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / Math.PI) / 2) * tiles);
    return tile(kind, `16/${x}/${y}`, `post_id=${id}`);
  };
  const { title } = await app.db
    .selectFrom('posts')
    .select('title')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  // The public sees a rounded place.
  for (const [kind, more] of [
    ['visitor', { area: expect.any(Number) as number }],
    ['reviewer', {}],
  ] as [Actor, object][])
    expect((await at(kind)).features).toEqual([
      { featureId: id, properties: { id, color: '#808080', title, ...more } },
    ]);
});

test('posts that are shown at one approximate place are a cluster with its area', async () => {
  const readAreas = async (kind: Actor, name: string) =>
    (await tile(kind, name, `form=${maskedSurvey.id}`)).features.map(({ properties }) => properties['area']);
  // Each tenth post is at the same place, which the public sees rounded.
  expect(await readAreas('visitor', '16/39470/33002')).toEqual([expect.any(Number)]);
  expect(await readAreas('reviewer', '16/39471/33003')).toEqual([undefined]);
  const { features } = await tile('visitor', '0/0/0', `form=${maskedSurvey.id}`);
  const spread = features.filter(({ properties: { w, e } }) => w !== e);
  expect(new Set(spread.map(({ properties }) => properties['area']))).toEqual(new Set([undefined]));
});

test('a cluster has the color of most of its posts', async () => {
  const { features } = await tile('visitor', '0/0/0', `form=${redSurvey.id}`);
  expect(new Set(features.map((it) => it.properties['color']))).toEqual(new Set(['#A51A1A']));
});

test('a cluster lists all its posts by color, the most frequent first', async () => {
  const otherColors = ['#2274B4', '#2E7D32', '#F9A825', '#6A1B9A', '#00838F'];
  const spot = { lat: 61.2, lon: 73.4 };
  for (const [at, color] of otherColors.entries()) {
    const survey = await createTestSurvey(app.db, { where: { type: 'point', input: 'location' } }, { color });
    for (let n = 0; n <= at; n++)
      await app.send('visitor', 'POST', '/posts', {
        form: survey.id,
        title: 'All at one spot',
        values: { [survey.keyOf('where')]: [spot] },
      });
  }
  const only = await tile('visitor', '0/0/0', `form=${redSurvey.id},${maskedSurvey.id}`);
  const worldTile = await tile('visitor', '0/0/0');
  for (const { properties } of [...only.features, ...worldTile.features]) {
    if (properties['count'] === undefined) continue;
    const parts = String(properties['parts']).split(',');
    const counts = parts.map((part) => Number(part.split(':')[1]));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(properties['count']);
    expect(parts[0]?.split(':')[0]).toBe(properties['color']);
  }
  const twoColors = only.features.flatMap(({ properties }) =>
    String(properties['parts'] ?? '').match(/#\w+/g),
  );
  expect(new Set(twoColors)).toEqual(new Set(['#A51A1A', '#808080', null]));
  const spotted = await tile('visitor', '0/0/0', 'q=spot');
  expect(spotted.features.map((it) => it.properties['parts'])).toEqual([
    '#00838F:5,#6A1B9A:4,#F9A825:3,#2E7D32:2,#2274B4:1',
  ]);
  await app.send('visitor', 'POST', '/posts', {
    form: redSurvey.id,
    title: 'All at one spot',
    values: { [redSurvey.keyOf('where')]: [spot] },
  });
  const crowded = await tile('visitor', '0/0/0', 'q=spot');
  expect(crowded.features.map((it) => it.properties['parts'])).toEqual([
    '#00838F:5,#6A1B9A:4,#F9A825:3,#2E7D32:2,#808080:2',
  ]);
});

test('only public tiles may be cached by proxies, and unchanged tiles are answered 304', async () => {
  const open = await tile('passer-by', '0/0/0');
  expect(open.headers['cache-control']).toBe('public, max-age=15');
  expect((await tile('member', '0/0/0')).headers['cache-control']).toBe('private, no-cache');
  expect(String(open.headers['vary'])).toContain('authorization');
  const again = await app.fastify.inject({
    url: '/api/v3/posts/tiles/0/0/0.mvt',
    headers: { 'if-none-match': String(open.headers['etag']) },
  });
  expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0]);
});

test('tiles are compressed for clients that accept it', async () => {
  const headers = { 'accept-encoding': 'gzip' };
  const response = await app.fastify.inject({ url: '/api/v3/posts/tiles/0/0/0.mvt', headers });
  expect(response.headers).toMatchObject({
    'content-encoding': 'gzip',
    'content-type': 'application/vnd.mapbox-vector-tile',
  });
  expect(
    new VectorTile(new PbfReader(gunzipSync(response.rawPayload))).layers['posts']?.length,
  ).toBeGreaterThan(10);
});

test.each(['0/1/0', '3/0/8', '23/0/0', '40/0/0'])('%s is no tile', async (name) => {
  expect((await app.fastify.inject({ url: `/api/v3/posts/tiles/${name}.mvt` })).statusCode).toBe(404);
});

test('without clustering, only posts whose markers would cover each other are merged', async () => {
  const grouped = (await tile('admin', '1/1/1', 'status=all')).features;
  await app.send('admin', 'PUT', '/config/map', { clustering: false });
  const apart = (await tile('admin', '1/1/1', 'status=all')).features;
  await app.send('admin', 'PUT', '/config/map', { clustering: true });
  expect(countIn(apart)).toBe(countIn(grouped));
  expect(apart.length).toBeGreaterThan(grouped.length * 2);
  const singles = apart.filter(({ properties }) => properties['id'] !== undefined);
  expect(singles.length).toBeGreaterThan(apart.length / 2);
});
