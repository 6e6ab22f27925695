import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startAppWithSurvey } from './app-with-survey.fixture.ts';

let app: Awaited<ReturnType<typeof startAppWithSurvey>>;
beforeAll(async () => {
  app = await startAppWithSurvey();
});
afterAll(() => app.close());

async function addPlace(post_id: number, attribute_id: number): Promise<void> {
  const shown = { masked_lat: null, masked_lon: null };
  const place = { post_id, attribute_id, position: 0, lat: -1.28912, lon: 36.82123, ...shown };
  await app.db.insertInto('post_places').values(place).execute();
}
const readMaskedPlace = async (post: number) => {
  const place = await app.db
    .selectFrom('post_places')
    .selectAll()
    .where('post_id', '=', post)
    .executeTakeFirst();
  return place && [place.masked_lat, place.masked_lon];
};

const time = new Date('2026-03-04T05:06:07Z');
const midnight = new Date('2026-03-04T00:00:00Z');
async function setTimesAndAuthor(post: number): Promise<void> {
  const values = { created: time, updated: time, post_date: time, user_id: await app.idOf('member') };
  await app.db.updateTable('posts').set(values).where('id', '=', post).execute();
}
async function readShownTimes(id: number) {
  const post = await app.readPost(id);
  return [post.masked_created, post.masked_updated, post.masked_post_date];
}

describe('public columns of posts follow the survey', () => {
  test('places are rounded, hidden and shown again', async () => {
    const task = await app.addTask({ label: 'Where', task_is_internal_only: false });
    const attribute = await app.addAttribute({ type: 'point', input: 'location', form_stage_id: task.id });
    const post = await app.addPost({});
    await addPlace(post, attribute.id);
    const exact = [-1.28912, 36.82123];
    const put = async (url: string, body: object) => {
      expect((await app.send('settings manager', 'PUT', url, body)).status).toBe(200);
      return readMaskedPlace(post);
    };
    const field = `${app.base}/attributes/${attribute.id}`;
    expect(await put(app.base, { hide_location: true })).toEqual([-1.29, 36.82]);
    expect(await put(app.base, { hide_location: false })).toEqual(exact);
    expect(await put(field, { response_private: true })).toEqual([null, null]);
    expect((await app.readPost(post)).masked_cell).toBeNull();
    expect(await put(field, { response_private: false })).toEqual(exact);
    expect(await put(`${app.base}/stages/${task.id}`, { task_is_internal_only: true })).toEqual([null, null]);
    await app.send('admin', 'DELETE', field);
    expect((await app.readPost(post)).cell).toBeNull();
  });

  test('times are rounded to the day', async () => {
    const post = await app.addPost({});
    await setTimesAndAuthor(post);
    await app.send('admin', 'PUT', app.base, { hide_time: true });
    expect(await readShownTimes(post)).toEqual([midnight, midnight, midnight]);
    await app.send('admin', 'PUT', app.base, { hide_time: false });
    expect(await readShownTimes(post)).toEqual([time, time, time]);
  });

  test('the author is hidden and shown again', async () => {
    const post = await app.addPost({});
    await setTimesAndAuthor(post);
    await app.send('admin', 'PUT', app.base, { hide_author: true });
    expect((await app.readPost(post)).masked_user_id).toBeNull();
    await app.send('admin', 'PUT', app.base, { hide_author: false });
    expect((await app.readPost(post)).masked_user_id).toBe(await app.idOf('member'));
  });
});

test('posts without a survey have no public author and times of days', async () => {
  const post = await app.addPost({});
  await app.db.updateTable('posts').set({ survey_id: null }).where('id', '=', post).execute();
  await setTimesAndAuthor(post);
  await sql`select mask_posts(array[${post}::bigint])`.execute(app.db);
  expect(await readShownTimes(post)).toEqual([midnight, midnight, midnight]);
  expect((await app.readPost(post)).masked_user_id).toBeNull();
});
