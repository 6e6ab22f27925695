/** Whoever gets masked places is told so by every format: GeoJSON, tiles, files, webhooks and pictures of maps. */
import { VectorTile } from '@mapbox/vector-tile';
import type { PostGeoJson, PostsGeoJson } from '@waypost/contract/browse/map';
import type { Post } from '@waypost/contract/posts/posts';
import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { PbfReader } from 'pbf';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { z } from 'zod';
import { createTestSurvey, type TestSurvey } from '../../testing/app/create-test-survey.ts';
import { emailOfActor } from '../../testing/app/seed-users.ts';
import { type Actor, startTestApp, type TestApp } from '../../testing/app/test-app.ts';

const place = { lat: -1.28912, lon: 36.82123 };
const area = 'POLYGON((36.82 -1.29,36.83 -1.29,36.82 -1.28,36.82 -1.29))';
const precision = { kind: 'displaced', radius: 2000, min_radius: 500 };

let app: TestApp;
let masked: TestSurvey;
let exact: TestSurvey;
let maskedId: number;
let exactId: number;

async function publish(survey: TestSurvey, actor: Actor = 'reviewer', shape?: string): Promise<number> {
  const values = {
    [survey.keyOf('where')]: [place],
    ...(shape === undefined ? {} : { [survey.keyOf('area')]: [shape] }),
  };
  const { status, body } = await app.send<Post>(actor, 'POST', '/posts', {
    form: survey.id,
    title: 'Seen',
    values,
  });
  expect(status).toBe(200);
  await app.send('reviewer', 'PUT', `/posts/${body.id}`, { status: 'published' });
  return body.id;
}

beforeAll(async () => {
  app = await startTestApp();
  const fields = { where: { type: 'point', input: 'location' }, area: { type: 'geometry' } } as const;
  masked = await createTestSurvey(app.db, fields, { hide_location: true, place_mask: 'displaced' });
  exact = await createTestSurvey(app.db, fields);
  // May export, and does not manage posts.
  await sql`insert into roles (name, display_name, permissions)
    values ('bulk', 'bulk', ${['Bulk Data Import and Export']}::text[])`.execute(app.db);
  await app.db
    .updateTable('users')
    .set({ role: 'bulk' })
    .where('email', '=', emailOfActor('member'))
    .execute();
  maskedId = await publish(masked, 'reviewer', area);
  exactId = await publish(exact);
});
afterAll(() => app.close());

const authorize = async (actor: Exclude<Actor, 'passer-by'>) => ({
  authorization: `Bearer ${await app.tokenOf(actor)}`,
});
const surveys = () => `form[]=${masked.id}&form[]=${exact.id}`;

test.each(['/posts/geojson', '/posts/geojson/0/0/0'])('%s', async (path) => {
  const read = async (actor: Actor) => {
    const { body } = await app.send<z.output<typeof PostsGeoJson>>(actor, 'GET', `${path}?${surveys()}`);
    return new Map(body.features.map(({ properties }) => [properties.id, properties.place_precision]));
  };
  expect(await read('visitor')).toEqual(
    new Map([
      [exactId, undefined],
      [maskedId, precision],
    ]),
  );
  expect((await read('reviewer')).get(maskedId)).toBeUndefined();
});

test('each place and shape of one report as GeoJSON', async () => {
  const read = async (actor: Actor, id: number) => {
    const { body } = await app.send<z.output<typeof PostGeoJson>>(actor, 'GET', `/posts/${id}/geojson`);
    return body.features.map(({ properties }) => properties.place_precision);
  };
  expect(await read('visitor', maskedId)).toEqual([precision, precision]);
  expect(await read('visitor', exactId)).toEqual([undefined]);
  expect(await read('reviewer', maskedId)).toEqual([undefined, undefined]);
});

test('a report whose only place is a shape has a precision', async () => {
  const { body } = await app.send<Post>('reviewer', 'POST', '/posts', {
    form: masked.id,
    title: 'Fenced',
    status: 'published',
    values: { [masked.keyOf('area')]: [area] },
  });
  const seen = await app.send<Post>('visitor', 'GET', `/posts/${body.id}`);
  expect(seen.body.place_precision).toEqual(precision);
});

test('tiles have the area of an approximate place, as a part of the width of the world', async () => {
  const read = async (actor: 'visitor' | 'reviewer', survey: TestSurvey) => {
    const { rawPayload } = await app.fastify.inject({
      url: `/api/v3/posts/tiles/0/0/0.mvt?form=${survey.id}&post_id[]=${maskedId}&post_id[]=${exactId}`,
      headers: await authorize(actor),
    });
    return new VectorTile(new PbfReader(rawPayload)).layers['posts']?.feature(0).properties;
  };
  const drawn = await read('visitor', masked);
  expect(drawn).toMatchObject({ id: maskedId, title: 'Seen' });
  expect(Number(drawn?.['area']) * 40_075_017).toBeCloseTo(2000.5, 0);
  expect(await read('visitor', exact)).not.toHaveProperty('area');
  expect(await read('reviewer', masked)).not.toHaveProperty('area');
});

test('CSV files tell it in their last columns, of surveys with masked places', async () => {
  const own = await publish(masked, 'member');
  const read = async (actor: 'member' | 'reviewer', query: string) => {
    const url = `/api/v3/posts/export?${query}`;
    const { body } = await app.fastify.inject({ url, headers: await authorize(actor) });
    return parse(body, { bom: true, relax_column_count: false }).map((cells) => ({
      id: cells[0],
      last: cells.slice(-4, -1),
    }));
  };
  const headings = ['Place Precision', 'Place Radius (m)', 'Place Minimum Radius (m)'];
  const rows = await read('member', surveys());
  expect(rows[0]?.last).toEqual(headings);
  const lastOf = (id: number) => rows.find((row) => row.id === String(id))?.last;
  expect(lastOf(maskedId)).toEqual(['displaced', '2000', '500']);
  expect([lastOf(exactId), lastOf(own)]).toEqual([
    ['', '', ''],
    ['', '', ''],
  ]);
  const [withoutMasks] = await read('member', `form=${exact.id}`);
  const [ofManager] = await read('reviewer', surveys());
  expect([withoutMasks?.last, ofManager?.last]).not.toContainEqual(headings);
});

test('GeoJSON files have it as a property', async () => {
  const read = async (actor: 'member' | 'reviewer') => {
    const url = `/api/v3/posts/export?format=geojson&form=${masked.id}&post_id=${maskedId}`;
    const { body } = await app.fastify.inject({ url, headers: await authorize(actor) });
    return (JSON.parse(body) as { features: { properties: object }[] }).features[0]?.properties;
  };
  expect(await read('member')).toMatchObject({ place_precision: precision });
  expect(await read('reviewer')).not.toHaveProperty('place_precision');
});
