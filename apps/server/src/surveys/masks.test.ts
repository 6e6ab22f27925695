import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startAppWithSurvey } from './app-with-survey.fixture.ts';

let app: Awaited<ReturnType<typeof startAppWithSurvey>>;
beforeAll(async () => {
  app = await startAppWithSurvey();
});
afterAll(() => app.close());

async function addPlace(post_id: number, attribute_id: number): Promise<void> {
  const shown = { shown_lat: null, shown_lon: null };
  const place = { post_id, attribute_id, position: 0, lat: -1.28912, lon: 36.82123, ...shown };
  await app.db.insertInto('post_places').values(place).execute();
}
const readMaskedPlace = async (post: number) => {
  const place = await app.db
    .selectFrom('post_places')
    .selectAll()
    .where('post_id', '=', post)
    .executeTakeFirst();
  return place && [place.shown_lat, place.shown_lon];
};

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
    expect((await app.readPost(post)).shown_cell).toBeNull();
    expect(await put(field, { response_private: false })).toEqual(exact);
    expect(await put(`${app.base}/stages/${task.id}`, { task_is_internal_only: true })).toEqual([null, null]);
    await app.send('admin', 'DELETE', field);
    expect((await app.readPost(post)).cell).toBeNull();
  });

  test('times are rounded to the day', async () => {
    const post = await app.addPost({});
    await app.send('admin', 'PUT', app.base, { hide_time: true });
    expect((await app.readPost(post)).shown_created.toISOString()).toMatch(/T00:00:00/);
    await app.send('admin', 'PUT', app.base, { hide_time: false });
    const { created, shown_created } = await app.readPost(post);
    expect(shown_created).toEqual(created);
  });
});
