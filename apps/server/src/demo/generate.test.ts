import { access } from 'node:fs/promises';
import path from 'node:path';
import { normaliseValues } from '@waypost/survey-logic/normalise-values';
import { isStoredInValues } from '@waypost/survey-logic/survey-definition';
import { type PostCandidate, validateAnswers } from '@waypost/survey-logic/validate-answers';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '../kernel/db/database.ts';
import { startTestApp, type TestApp } from '../testing/app/test-app.ts';
import { scaled } from '../testing/time.ts';
import { generateDeployment } from './generate.ts';

const now = new Date('2026-03-14T15:00:00Z');
const options = { posts: 200, seed: 7, photos: 30, now };

let app: TestApp;
let db: Db;

beforeAll(async () => {
  app = await startTestApp();
  db = app.db;
  await generateDeployment(db, { ...options, storageDir: app.storageDir });
});
afterAll(() => app.close());

const readRows = async <T>(query: ReturnType<typeof sql<T>>): Promise<T[]> => (await query.execute(db)).rows;
/** Reads one number from the database. */
const count = async (query: ReturnType<typeof sql<{ count: number }>>) => (await readRows(query))[0]?.count;

/** A hash of the content of all reports. */
const hashContent = async (of: Db) => {
  const { rows } = await sql<{ hash: string }>`
    select md5(string_agg(to_jsonb(p)::text, '' order by id)) as hash from posts p`.execute(of);
  return rows[0]?.hash;
};

const surveyRules = async () => {
  const tasks = await db.selectFrom('tasks').selectAll().execute();
  const attributes = await db.selectFrom('attributes').selectAll().execute();
  return (surveyId: number) => {
    const own = tasks.filter((task) => task.survey_id === surveyId);
    const taskIds = new Set(own.map((task) => task.id));
    return {
      tasks: own.map((task) => ({ ...task, task_is_internal_only: task.internal_only })),
      attributes: attributes
        .filter((it) => taskIds.has(it.task_id))
        .map((it) => ({ ...it, form_stage_id: it.task_id })),
    } as unknown as Parameters<typeof validateAnswers>[0];
  };
};

describe('a generated deployment', () => {
  it('has the requested number of posts, most of them published, in order of time', async () => {
    const byStatus = await db
      .selectFrom('posts')
      .select(({ fn }) => ['status', fn.countAll<number>().as('count')])
      .groupBy('status')
      .execute();
    const of = (status: string) => byStatus.find((row) => row.status === status)?.count ?? 0;
    expect(of('published') + of('draft') + of('archived')).toBe(200);
    expect(of('published')).toBeGreaterThan(140);
    expect(of('draft')).toBeGreaterThan(3);
    expect(of('archived')).toBeGreaterThan(1);
    const disorder = sql<{ count: number }>`
      select count(*) from (select created, lag(created) over (order by id) as before from posts) p where created < before`;
    expect(await count(disorder)).toBe(0);
    const future = sql<{
      count: number;
    }>`select count(*) from posts where created > ${now} or post_date > ${now} or updated > ${now}`;
    expect(await count(future)).toBe(0);
  });

  it('has posts of every source, every survey and several languages', async () => {
    const [kinds] = await readRows(sql<{ sources: number; surveys: number; locales: number }>`
      select count(distinct coalesce(source, 'web')) as sources, count(distinct survey_id) as surveys,
        count(distinct locale) as locales from posts`);
    expect(kinds?.sources).toBe(4);
    expect(kinds?.surveys).toBe(6);
    expect(kinds?.locales).toBeGreaterThanOrEqual(8);
  });

  it('has valid answers to all surveys', async () => {
    const rulesOf = await surveyRules();
    const posts = await db.selectFrom('posts').selectAll().where('survey_id', 'is not', null).execute();
    for (const post of posts) {
      const survey = rulesOf(post.survey_id ?? 0);
      const answered: PostCandidate = { ...post, completed_stages: post.completed_tasks };
      expect(validateAnswers(survey, answered, { canManagePosts: true, requiresTitle: true })).toEqual([]);
      const stored = survey.attributes.filter((it) => isStoredInValues(it));
      expect(normaliseValues(stored, post.values)).toEqual(post.values);
    }
  });

  it('has a row for every place, and a cell for every post with a place', async () => {
    const missing = sql<{ count: number }>`
      select count(*) from posts p, jsonb_each(p.values) answer
      join attributes a on a.key = answer.key and a.type in ('point', 'geometry')
      where not exists (select from post_places where post_id = p.id and attribute_id = a.id)`;
    expect(await count(missing)).toBe(0);
    const astray = sql<{ count: number }>`
      select count(*) from post_places place join posts p on p.id = place.post_id
      join attributes a on a.id = place.attribute_id and a.type = 'point'
      where (p.values -> a.key -> 0 ->> 'lat')::float8 <> place.lat or p.cell is null`;
    expect(await count(astray)).toBe(0);
    const cells = sql<{ count: number }>`select count(*) from posts where cell is not null`;
    expect(await count(cells)).toBeGreaterThan(180);
  });

  it('hides from the public what its surveys hide, like a normal save', async () => {
    const shown = sql<{ hide: boolean; same: number; other: number; named: number }>`
      select s.hide_location as hide,
        count(*) filter (where place.masked_lat = place.lat and place.masked_lon = place.lon and p.masked_cell = p.cell) as same,
        count(*) filter (where place.masked_lat <> place.lat and p.masked_cell <> p.cell) as other,
        count(p.masked_user_id) filter (where s.hide_author) as named
      from posts p join surveys s on s.id = p.survey_id join post_places place on place.post_id = p.id
      group by 1 order by 1`;
    const [open, hidden] = await readRows(shown);
    expect(open?.same).toBeGreaterThan(100);
    expect(open?.other).toBe(0);
    expect(hidden?.other).toBeGreaterThan(3);
    expect(hidden?.same).toBe(0);
    expect([open?.named, hidden?.named]).toEqual([0, 0]);
    const before = await hashContent(db);
    await sql`select mask_posts(array(select id from posts))`.execute(db);
    expect(await hashContent(db)).toBe(before);
  });

  it('has its categories, collections and saved searches', async () => {
    const [sizes] = await readRows(sql<{
      chosen: number;
      restricted: number;
      collected: number;
      searches: number;
    }>`
      select (select count(*) from post_categories) as chosen,
        (select count(*) from categories where role is not null) as restricted,
        (select count(distinct set_id) from set_posts) as collected,
        (select count(*) from sets where kind = 'savedsearch') as searches`);
    expect(sizes?.chosen).toBeGreaterThan(180);
    expect(sizes).toMatchObject({ restricted: 3, collected: 3, searches: 5 });
  });

  it('stores its pictures in the storage of uploads', async () => {
    const media = await db.selectFrom('media').selectAll().execute();
    expect(media).toHaveLength(30);
    for (const { file, thumbnail } of media) {
      expect(file).toMatch(/^(.)\/(.)\/\1\2[0-9a-f]{30}\.jpg$/);
      await access(path.join(app.storageDir, file));
      await access(path.join(app.storageDir, thumbnail));
    }
    const missingPictures = sql<{ count: number }>`
      select count(*) from posts p, jsonb_each(p.values) answer join attributes a on a.key = answer.key and a.type = 'media'
      where not exists (select from media where id = (answer.value ->> 0)::bigint)`;
    expect(await count(missingPictures)).toBe(0);
  });

  it('is reproducible with the same seed, and does not change a deployment in use', {
    timeout: scaled(60_000),
  }, async () => {
    const twin = await startTestApp();
    const other = await startTestApp();
    await generateDeployment(twin.db, { ...options, storageDir: twin.storageDir });
    await generateDeployment(other.db, { ...options, seed: 8, storageDir: other.storageDir });
    expect(await hashContent(twin.db)).toBe(await hashContent(db));
    expect(await hashContent(other.db)).not.toBe(await hashContent(db));
    await expect(generateDeployment(db, { ...options, storageDir: app.storageDir })).rejects.toThrow(
      'has posts',
    );
    await Promise.all([twin.close(), other.close()]);
  });
});
