import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startWithSurvey } from './survey-under-test.fixture.ts';

let it: Awaited<ReturnType<typeof startWithSurvey>>;
beforeAll(async () => {
  it = await startWithSurvey();
});
afterAll(() => it.close());

async function addPlace(post_id: number, attribute_id: number): Promise<void> {
  const shown = { shown_lat: null, shown_lon: null };
  const place = { post_id, attribute_id, position: 0, lat: -1.28912, lon: 36.82123, ...shown };
  await it.db.insertInto('post_places').values(place).execute();
}
const shownPlace = async (post: number) => {
  const place = await it.db
    .selectFrom('post_places')
    .selectAll()
    .where('post_id', '=', post)
    .executeTakeFirst();
  return place && [place.shown_lat, place.shown_lon];
};

describe('what the public is shown of posts follows the survey', () => {
  test('places are rounded, taken away and given back', async () => {
    const task = await it.addTask({ label: 'Where', task_is_internal_only: false });
    const attribute = await it.addAttribute({ type: 'point', input: 'location', form_stage_id: task.id });
    const post = await it.addPost({});
    await addPlace(post, attribute.id);
    const exact = [-1.28912, 36.82123];
    const put = async (url: string, body: object) => {
      expect((await it.send('settings manager', 'PUT', url, body)).status).toBe(200);
      return shownPlace(post);
    };
    const field = `${it.base}/attributes/${attribute.id}`;
    expect(await put(it.base, { hide_location: true })).toEqual([-1.29, 36.82]);
    expect(await put(it.base, { hide_location: false })).toEqual(exact);
    expect(await put(field, { response_private: true })).toEqual([null, null]);
    expect((await it.readPost(post)).shown_cell).toBeNull();
    expect(await put(field, { response_private: false })).toEqual(exact);
    expect(await put(`${it.base}/stages/${task.id}`, { task_is_internal_only: true })).toEqual([null, null]);
    await it.send('admin', 'DELETE', field);
    expect((await it.readPost(post)).cell).toBeNull();
  });

  test('times are cut to the day', async () => {
    const post = await it.addPost({});
    await it.send('admin', 'PUT', it.base, { hide_time: true });
    expect((await it.readPost(post)).shown_created.toISOString()).toMatch(/T00:00:00/);
    await it.send('admin', 'PUT', it.base, { hide_time: false });
    const { created, shown_created } = await it.readPost(post);
    expect(shown_created).toEqual(created);
  });
});
