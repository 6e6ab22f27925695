/** Places as surveys hide them from those who do not manage posts. */
import type { Post } from '@waypost/contract/posts/posts';
import type { PublicView } from '@waypost/contract/posts/public-view';
import type { PlaceMasking } from '@waypost/contract/surveys/place-masking';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '../../kernel/db/database.ts';
import { applyRetention } from '../../privacy/apply-retention.ts';
import { createTestSurvey, type TestSurvey } from '../../testing/app/create-test-survey.ts';
import { type Actor, startTestApp, type TestApp } from '../../testing/app/test-app.ts';

interface Place {
  lat: number;
  lon: number;
}

let app: TestApp;
let survey: TestSurvey;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const place = { lat: -1.28912, lon: 36.82123 };
const startSurvey = async (masking: Partial<PlaceMasking>) => {
  survey = await createTestSurvey(
    app.db,
    { where: { type: 'point', input: 'location' }, area: { type: 'geometry' } },
    { hide_location: true, ...masking },
  );
};

async function publish(where: Place = place, actor: Actor = 'reviewer', more: object = {}): Promise<number> {
  const { status, body } = await app.send<Post>(actor, 'POST', '/posts', {
    form: survey.id,
    title: 'Seen',
    status: 'published',
    values: { [survey.keyOf('where')]: [where] },
    ...more,
  });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.id;
}
const change = async (id: number, body: object) =>
  expect((await app.send('reviewer', 'PUT', `/posts/${id}`, body)).status).toBe(200);
const move = (id: number, where: Place) => change(id, { values: { [survey.keyOf('where')]: [where] } });

/** The place that a visitor sees in the list, and whether the map, its tiles and the filter by place agree with it. */
async function readShownPlace(id: number): Promise<Place | undefined> {
  const { body } = await app.send<Post>('visitor', 'GET', `/posts/${id}`);
  const [shown] = ((body.values as Record<string, unknown[]>)[survey.keyOf('where')] ?? []) as Place[];
  const drawn = await app.send<{ features: { geometry: { geometries: { coordinates: number[] }[] } }[] }>(
    'visitor',
    'GET',
    `/posts/geojson?form=${survey.id}&post_id=${id}`,
  );
  const coordinates = drawn.body.features.flatMap(({ geometry }) =>
    geometry.geometries.map((it) => it.coordinates),
  );
  expect(coordinates).toEqual(shown ? [[shown.lon, shown.lat]] : []);
  const mapped = await app.send<{ total_count: number }>(
    'visitor',
    'GET',
    `/posts?form=${survey.id}&post_id=${id}&has_location=mapped`,
  );
  expect(mapped.body.total_count).toBe(shown ? 1 : 0);
  return shown;
}

function computeMetres(from: Place, to: Place): number {
  const [a, b] = [from, to].map(({ lat, lon }) => ({
    lat: (lat * Math.PI) / 180,
    lon: (lon * Math.PI) / 180,
  }));
  if (!a || !b) return Number.NaN;
  const h =
    Math.sin((b.lat - a.lat) / 2) ** 2 +
    Math.cos(a.lat) * Math.cos(b.lat) * Math.sin((b.lon - a.lon) / 2) ** 2;
  return (2 * Math.asin(Math.min(1, Math.sqrt(h))) * 111_320 * 180) / Math.PI;
}

describe('a displaced place', () => {
  beforeEach(() =>
    startSurvey({ place_mask: 'displaced', place_min_distance: 500, place_max_distance: 2000 }),
  );

  test('lies in the ring around the real one, anywhere on earth', async () => {
    const { rows } = await sql<{ lat: number; lon: number; shown: number[] }>`
      select lat, lon, mask_place((select surveys from surveys where id = ${survey.id}), number, lat, lon) as shown
      from generate_series(1, 3000) as number
      cross join lateral (
        select degrees(asin(sin(number * 12.9898))) * 0.99 as lat, ((number * 78.233) % 360 - 180)::double precision as lon
      ) as places`.execute(app.db);
    expect(rows).toHaveLength(3000);
    for (const { lat, lon, shown } of rows) {
      const metres = computeMetres(
        { lat, lon },
        {
          lat: shown[0] ?? 0,
          lon: shown[1] ?? 0,
        },
      );
      expect([lat, lon, metres >= 499 && metres <= 2001]).toEqual([lat, lon, true]);
    }
  });

  test('stays where it is when the report is edited, and does not follow small corrections', async () => {
    const id = await publish();
    const shown = await readShownPlace(id);
    expect(computeMetres(place, shown ?? place)).toBeGreaterThan(499);
    await change(id, { title: 'Seen again' });
    await move(id, { lat: place.lat + 0.00005, lon: place.lon - 0.00005 });
    expect(await readShownPlace(id)).toEqual(shown);
    await move(id, { lat: place.lat + 0.1, lon: place.lon });
    const moved = await readShownPlace(id);
    await move(id, place);
    expect(await readShownPlace(id)).toEqual(shown);
    expect(moved).not.toEqual(shown);
  });

  test('is another one in each report, and none in a report that is merged into another one', async () => {
    const [first, second] = [await publish(), await publish()];
    const [shownOfFirst, shownOfSecond] = [await readShownPlace(first), await readShownPlace(second)];
    expect(shownOfFirst).not.toEqual(shownOfSecond);
    const merged = await app.send('reviewer', 'POST', `/posts/${first}/merged`, { post_ids: [second] });
    expect(merged.status).toBe(200);
    const maskedPlaceOf = (id: number) =>
      app.db
        .selectFrom('post_places')
        .select(['masked_lat', 'masked_lon'])
        .where('post_id', '=', id)
        .executeTakeFirst();
    expect(await maskedPlaceOf(second)).toEqual({ masked_lat: null, masked_lon: null });
    expect(await maskedPlaceOf(first)).toEqual({
      masked_lat: shownOfFirst?.lat,
      masked_lon: shownOfFirst?.lon,
    });
    await app.send('reviewer', 'POST', `/posts/${first}/split`, { post_ids: [second] });
    expect(await maskedPlaceOf(second)).toEqual({
      masked_lat: shownOfSecond?.lat,
      masked_lon: shownOfSecond?.lon,
    });
  });

  test('is all that is shown of a shape', async () => {
    const area = ['POLYGON((36.82 -1.29,36.83 -1.29,36.82 -1.28,36.82 -1.29))'];
    const id = await publish(place, 'reviewer', { values: { [survey.keyOf('area')]: area } });
    const { body } = await app.send<Post>('visitor', 'GET', `/posts/${id}`);
    const shown = (body.values as Record<string, unknown[]>)[survey.keyOf('area')];
    expect(shown).toEqual([expect.stringMatching(/^POINT\([\d.-]+ [\d.-]+\)$/)]);
  });
});

test('all places in a square of the grid show its center', async () => {
  await startSurvey({ place_mask: 'grid', place_grid_km: 5 });
  const { rows } = await sql<{ center: number[] }>`
    select find_square_center(${place.lat}, ${place.lon}, 5000) as center`.execute(app.db);
  const center = { lat: rows[0]?.center[0] ?? 0, lon: rows[0]?.center[1] ?? 0 };
  for (const [north, east] of [
    [-0.022, -0.022],
    [0.022, 0.022],
    [0, 0.01],
  ] as const) {
    const id = await publish({ lat: center.lat + north, lon: center.lon + east });
    expect(await readShownPlace(id)).toEqual(center);
  }
  const { body } = await app.send<PublicView>('reviewer', 'GET', `/posts/${await publish()}/public-view`);
  expect(body.place_radius).toBeCloseTo(3535.5, 0);
  expect(body.place_masking).toMatchObject({ place_mask: 'grid', place_grid_km: 5 });
});

test.each<[string, Partial<PlaceMasking>, Post['place_precision']]>([
  ['rounded', { place_mask: 'rounded' }, { kind: 'rounded', radius: 788, min_radius: 0 }],
  ['displaced', { place_mask: 'displaced' }, { kind: 'displaced', radius: 2000, min_radius: 500 }],
  ['centered', { place_mask: 'grid' }, { kind: 'grid', radius: 3536, min_radius: 0 }],
  ['hidden', { place_mask: 'hidden' }, undefined],
  ['uncounted', { place_mask: 'grid', place_min_reports: 2 }, undefined],
])('who gets a %s place is told how exact it is', async (_, masking, precision) => {
  await startSurvey(masking);
  // Also where the real place is the shown one.
  for (const where of [place, { lat: -1.29, lon: 36.82 }]) {
    const id = await publish(where, 'member');
    const precisionFor = async (actor: Actor) =>
      (await app.send<Post>(actor, 'GET', `/posts/${id}`)).body.place_precision;
    expect(await precisionFor('visitor')).toEqual(precision);
    expect([await precisionFor('reviewer'), await precisionFor('member')]).toEqual([undefined, undefined]);
  }
});

test('an exact place, and a report without one, have no precision', async () => {
  await startSurvey({ hide_location: false } as Partial<PlaceMasking>);
  const exact = await app.send<Post>('visitor', 'GET', `/posts/${await publish()}`);
  await startSurvey({});
  const without = await app.send<Post>(
    'visitor',
    'GET',
    `/posts/${await publish(place, 'reviewer', { values: {} })}`,
  );
  expect([exact.body.place_precision, without.body.place_precision]).toEqual([undefined, undefined]);
});

test('a hidden place is shown nowhere, to the team it is', async () => {
  await startSurvey({ place_mask: 'hidden' });
  const id = await publish();
  expect(await readShownPlace(id)).toBeUndefined();
  const { body } = await app.send<Post>('reviewer', 'GET', `/posts/${id}`);
  expect(body.values).toEqual({ [survey.keyOf('where')]: [place] });
});

test('a change of the survey applies to reports that exist', async () => {
  await startSurvey({});
  const id = await publish();
  expect(await readShownPlace(id)).toEqual({ lat: -1.29, lon: 36.82 });
  const put = async (body: object) =>
    expect((await app.send('settings manager', 'PUT', `/forms/${survey.id}`, body)).status).toBe(200);
  await put({ place_mask: 'hidden' });
  expect(await readShownPlace(id)).toBeUndefined();
  await put({ place_mask: 'displaced', place_min_distance: 0, place_max_distance: 300 });
  expect(computeMetres(place, (await readShownPlace(id)) ?? { lat: 0, lon: 0 })).toBeLessThan(301);
  await put({ hide_location: false });
  expect(await readShownPlace(id)).toEqual(place);
  // A client that does not have the new fields turns hiding on again.
  await put({ hide_location: true });
  expect(await readShownPlace(id)).not.toEqual(place);
});

test.each([
  ['place_mask', { place_mask: 'far away' }],
  ['place_min_distance', { place_min_distance: -1 }],
  ['place_max_distance', { place_max_distance: 100 }],
  ['place_max_distance', { place_min_distance: 1500 }],
  ['place_grid_km', { place_grid_km: 7 }],
  ['place_min_reports', { place_min_reports: 0 }],
  ['publication_delay_hours', { publication_delay_hours: 721 }],
])('%s is checked', async (field, body) => {
  await startSurvey({});
  const { status, body: error } = await app.send<{ errors: { source?: { pointer: string } }[] }>(
    'settings manager',
    'PUT',
    `/forms/${survey.id}`,
    body,
  );
  expect([status, error.errors.map((it) => it.source?.pointer)]).toEqual([422, [undefined, `/${field}`]]);
});

describe('places of at least three reports in a square', () => {
  beforeEach(() => startSurvey({ place_mask: 'grid', place_grid_km: 5, place_min_reports: 3 }));
  const readShown = async (ids: readonly number[]) => {
    await app.jobs.runPending();
    const places = [];
    for (const id of ids) places.push((await readShownPlace(id)) !== undefined);
    return places;
  };

  test('are shown from the third one on, and hidden again below', async () => {
    const authors = ['reviewer', 'member', 'admin'] as const;
    const ids = [await publish(place, 'reviewer'), await publish(place, 'member')];
    expect(await readShown(ids)).toEqual([false, false]);
    ids.push(await publish(place, authors[2]));
    const elsewhere = await publish({ lat: place.lat + 1, lon: place.lon });
    expect(await readShown([...ids, elsewhere])).toEqual([true, true, true, false]);
    const [first = 0, second = 0, third = 0] = ids;
    await change(first, { status: 'archived' });
    expect(await readShown([second, third])).toEqual([false, false]);
    await change(first, { status: 'published' });
    expect(await readShown(ids)).toEqual([true, true, true]);
    await move(second, { lat: place.lat + 1, lon: place.lon });
    expect(await readShown(ids)).toEqual([false, false, false]);
    await move(second, place);
    expect(await readShown(ids)).toEqual([true, true, true]);
    await app.send('admin', 'DELETE', `/posts/${third}`);
    expect(await readShown([first, second])).toEqual([false, false]);
  });

  test('are not shown for several reports of one person, for drafts and for merged reports', async () => {
    const ids = [await publish(place, 'reviewer'), await publish(place, 'member')];
    await publish(place, 'reviewer', { status: 'draft' });
    ids.push(await publish(place, 'member'));
    expect(await readShown(ids)).toEqual([false, false, false]);
    const third = await publish(place, 'admin');
    expect(await readShown([...ids, third])).toEqual([true, true, true, true]);
    await app.send('reviewer', 'POST', `/posts/${ids[0]}/merged`, { post_ids: [third] });
    expect(await readShown(ids)).toEqual([false, false, false]);
  });

  /** Runs a rule that anonymizes reports of the survey. */
  const anonymize = async (keep_exact: boolean) => {
    await sql`update posts set created = created - interval '40 days' where survey_id = ${survey.id}`.execute(
      app.db,
    );
    const rules = [{ form: survey.id, status: null, action: 'anonymize', days: 30, keep_exact }];
    expect((await app.send('admin', 'PUT', '/retention/rules', { rules })).status).toBe(200);
    await inTransaction(app.db, 'writes', (tx) => app.jobs.add(tx, applyRetention, {}));
    await app.jobs.runPending();
  };

  test('stay as they are when nobody knows any more who sent the reports', async () => {
    const far = { lat: place.lat + 1, lon: place.lon };
    const shown = [];
    for (const actor of ['reviewer', 'member', 'admin'] as const) shown.push(await publish(place, actor));
    const hidden = [];
    for (let report = 0; report < 3; report++) hidden.push(await publish(far, 'member'));
    const ids = [...shown, ...hidden];
    const expected = [true, true, true, false, false, false];
    expect(await readShown(ids)).toEqual(expected);
    await anonymize(true);
    expect(await readShown(ids)).toEqual(expected);
    for (const id of ids) await change(id, { title: 'Seen then' });
    expect(await readShown(ids)).toEqual(expected);
    // Each moved a little, and one place removed and restored.
    for (const id of hidden) await move(id, { lat: far.lat + 1e-7, lon: far.lon });
    for (const id of hidden) await move(id, far);
    const [first = 0] = hidden;
    await change(first, { values: {} });
    const { revision = 0 } = (await app.send<Post>('reviewer', 'GET', `/posts/${first}`)).body;
    const restored = await app.send('reviewer', 'POST', `/posts/${first}/revisions/${revision - 1}/restore`);
    expect(restored.status).toBe(200);
    expect(await readShown(ids)).toEqual(expected);
    const exact = await app.send<Post>('reviewer', 'GET', `/posts/${hidden[0]}`);
    expect(exact.body.values).toEqual({ [survey.keyOf('where')]: [far] });
    await anonymize(false);
    expect(await readShown(ids)).toEqual(expected);
    expect((await app.send<Post>('reviewer', 'GET', `/posts/${hidden[0]}`)).body.values).toEqual([]);
    // Others may count again.
    const later = [await publish(far, 'reviewer'), await publish(far, 'member')];
    expect(await readShown(later)).toEqual([false, false]);
    expect(await readShown([...later, await publish(far, 'admin')])).toEqual([true, true, true]);
  });

  test('are not shown because a draft was anonymized before the survey asked for several', async () => {
    const put = async (place_min_reports: number) =>
      expect(
        (await app.send('settings manager', 'PUT', `/forms/${survey.id}`, { place_min_reports })).status,
      ).toBe(200);
    await put(1);
    const [draft, published] = [await publish(place, 'member', { status: 'draft' }), await publish(place)];
    await anonymize(true);
    await put(3);
    await change(draft, { status: 'published' });
    expect(await readShown([draft, published])).toEqual([false, true]);
  });

  test('stay hidden when the account that sent the reports is deleted', async () => {
    const account = { email: 'mole@example.org', password: 'a long secret', realname: 'Mole' };
    const { id } = (await app.send<{ id: number }>('admin', 'POST', '/users', account)).body;
    const ids = [];
    for (let report = 0; report < 3; report++) ids.push(await publish(place, 'admin', { user: id }));
    expect(await readShown(ids)).toEqual([false, false, false]);
    expect((await app.send('admin', 'DELETE', `/users/${id}`)).status).toBe(200);
    await sql`select mask_posts(${ids}::bigint[])`.execute(app.db);
    expect(await readShown(ids)).toEqual([false, false, false]);
  });

  test('follow a change of the number', async () => {
    const ids = [await publish(place, 'reviewer'), await publish(place, 'member')];
    const put = (body: object) => app.send('settings manager', 'PUT', `/forms/${survey.id}`, body);
    await put({ place_min_reports: 2 });
    expect(await readShown(ids)).toEqual([true, true]);
    await put({ place_min_reports: 4 });
    expect(await readShown(ids)).toEqual([false, false]);
    await put({ place_min_reports: 1 });
    expect(await readShown(ids)).toEqual([true, true]);
    expect(
      await sql`select from revealed_mask_cells where survey_id = ${survey.id}`.execute(app.db),
    ).toMatchObject({
      rows: [],
    });
  });

  test('follow reports that are published at the same time', async () => {
    const actors = ['reviewer', 'member', 'admin', 'settings manager'] as const;
    const ids = await Promise.all(actors.map((actor) => publish(place, actor)));
    expect(await readShown(ids)).toEqual([true, true, true, true]);
    await Promise.all(ids.slice(0, 2).map((id) => change(id, { status: 'archived' })));
    expect(await readShown(ids.slice(2))).toEqual([false, false]);
  });
});
