/** A survey hides more while posts are written: nothing that was written meanwhile stays as it was shown before. */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestSurvey, type TestSurvey } from '../../testing/app/create-test-survey.ts';
import { startTestApp, type TestApp } from '../../testing/app/test-app.ts';

let app: TestApp;
let survey: TestSurvey;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  survey = await createTestSurvey(
    app.db,
    { where: { type: 'point', input: 'location' } },
    { hide_location: false },
  );
});

const place = { lat: -1.28912, lon: 36.82123 };
const publish = (form: number | null) =>
  app.send<{ id: number }>('reviewer', 'POST', '/posts', {
    ...(form === null ? {} : { form, status: 'published', values: { [survey.keyOf('where')]: [place] } }),
    title: 'Seen',
  });
const setSurvey = (id: number) => app.send('reviewer', 'PUT', `/posts/${id}`, { form: survey.id });
const hidePlaces = () =>
  app.send('settings manager', 'PUT', `/forms/${survey.id}`, { hide_location: true, place_mask: 'hidden' });
const countShownPlaces = async () => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from post_places join posts on posts.id = post_id
    where survey_id = ${survey.id} and masked_lat is not null`.execute(app.db);
  return rows[0]?.count;
};
const isPending = async (request: Promise<unknown>) =>
  (await Promise.race([request, sleep(300, 'pending')])) === 'pending';

test('a new post, and one that is moved to the survey, wait for the change and follow it', async () => {
  const unassigned = (await publish(null)).body.id;
  const { created, moved } = await app.db.transaction().execute(async (tx) => {
    await sql`update surveys set hide_location = true, place_mask = 'hidden', hide_author = true
      where id = ${survey.id}`.execute(tx);
    const requests = { created: publish(survey.id), moved: setSurvey(unassigned) };
    expect([await isPending(requests.created), await isPending(requests.moved)]).toEqual([true, true]);
    return requests;
  });
  expect([(await created).status, (await moved).status]).toEqual([200, 200]);
  expect(await countShownPlaces()).toBe(0);
  const { rows } = await sql<{ masked_user_id: number | null }>`
    select masked_user_id from posts where id = ${unassigned}`.execute(app.db);
  expect(rows).toEqual([{ masked_user_id: null }]);
});

test('the change waits for posts that are being edited', async () => {
  const { id } = (await publish(survey.id)).body;
  const { hidden } = await app.db.transaction().execute(async (tx) => {
    await sql`select from posts where id = ${id} for update`.execute(tx);
    await sql`
      insert into post_places (post_id, attribute_id, position, lat, lon, masked_lat, masked_lon)
      select post_id, attribute_id, 1, lat + 1, lon, lat + 1, lon from post_places where post_id = ${id}`.execute(
      tx,
    );
    const request = hidePlaces();
    expect(await isPending(request)).toBe(true);
    return { hidden: request };
  });
  expect((await hidden).status).toBe(200);
  expect(await countShownPlaces()).toBe(0);
});
