/** Pages of long reports are complete and in order, end where they would fill the memory, and keep nobody waiting. */
import { isDeepStrictEqual } from 'node:util';
import type { Post } from '@waypost/contract/posts/posts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { askMeanwhile } from '../../testing/app/ask-meanwhile.ts';
import { createTestSurvey } from '../../testing/app/create-test-survey.ts';
import { startTestApp, type TestApp } from '../../testing/app/test-app.ts';
import { scaled } from '../../testing/time.ts';

interface Page {
  count: number;
  results: Post[];
  next: string;
  total_count: number;
}

/** Reports of 1.8 MB each. */
const reportCount = 40;
const sentence = 'Water flows over the road near the market. ';

let app: TestApp;
let ids: number[];
beforeAll(async () => {
  app = await startTestApp();
  const survey = await createTestSurvey(app.db, { where: { type: 'point', input: 'location' } });
  ids = [];
  for (let index = 0; index < reportCount; index++) {
    const values = { [survey.keyOf('where')]: [{ lat: index / 10, lon: 1 }] };
    const body = {
      form: survey.id,
      title: `Report ${index}`,
      content: sentence,
      values,
      status: 'published',
    };
    ids.push((await app.send<Post>('reviewer', 'POST', '/posts', body)).body.id);
  }
  await sql`update posts set content = repeat(content || id, ${Math.floor(1_800_000 / sentence.length)}::int)`.execute(
    app.db,
  );
}, scaled(60_000));
afterAll(() => app.close());

const list = (query: string) => app.send<Page>('visitor', 'GET', `/posts?orderby=id&order=asc&${query}`);

test(
  'a page of several groups has what its posts have, in order',
  async () => {
    const { status, body } = await list('limit=12');
    expect(status).toBe(200);
    expect(body).toMatchObject({ count: 12, total_count: reportCount });
    expect(Object.keys(body).slice(0, 3)).toEqual(['count', 'results', 'limit']);
    expect(body.results.map(({ id }) => id)).toEqual(ids.slice(0, 12));
    for (const [index, post] of body.results.entries()) {
      const { body: alone } = await list(`limit=1&offset=${index}`);
      // Not `toEqual` on the whole, which would print megabytes.
      expect(isDeepStrictEqual(post, alone.results[0])).toBe(true);
    }
  },
  scaled(30_000),
);

test('GeoJSON too', async () => {
  interface Features {
    type: string;
    features: { properties: { id: number; description: string } }[];
    total: number;
  }
  const { body } = await app.send<Features>('visitor', 'GET', '/posts/geojson?orderby=id&order=asc&limit=9');
  expect(body).toMatchObject({ type: 'FeatureCollection', total: reportCount });
  expect(body.features.map(({ properties }) => properties.id)).toEqual(ids.slice(0, 9));
  expect(body.features.every(({ properties }) => properties.description.length > 1_700_000)).toBe(true);
});

test(
  'a page of more than 64 MB ends there, and the next one begins there',
  async () => {
    const { body: first } = await list('limit=1000');
    expect(first.count).toBeLessThan(reportCount);
    expect(first.count).toBeGreaterThan(reportCount / 2);
    expect(first.results.map(({ id }) => id)).toEqual(ids.slice(0, first.count));
    expect(new URL(first.next).searchParams.get('offset')).toBe(String(first.count));
    const { body: second } = await app.send<Page>('visitor', 'GET', `/posts${new URL(first.next).search}`);
    expect(second.results.map(({ id }) => id)).toEqual(ids.slice(first.count));
  },
  scaled(60_000),
);

test(
  'others are answered while a long page is read and sent',
  async () => {
    const download = async () => {
      const url = '/api/v3/posts?limit=1000';
      const response = await app.fastify.inject({ method: 'GET', url, payloadAsStream: true });
      let bytes = 0;
      for await (const chunk of response.stream()) bytes += (chunk as Buffer).length;
      return bytes;
    };
    const { result, duration, longestWait } = await askMeanwhile(app, download());
    expect(result).toBeGreaterThan(60_000_000);
    // Serialized as one text, it kept them waiting for two fifths of the time.
    expect(longestWait).toBeLessThan(Math.max(duration / 4, scaled(200)));
  },
  scaled(60_000),
);
