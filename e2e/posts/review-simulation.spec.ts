/** Five reviewers decide a thousand reports: none twice, none lost, also when the server is killed meanwhile. */
import { expect, test } from '@playwright/test';
import { sql } from 'kysely';
import { type Db, openDatabase } from '../../apps/server/src/kernel/db/database.ts';
import { createReviewers, type ReviewWork, reviewUntilEmpty } from '../support/reviewers.ts';
import { databaseUrlOf } from '../support/template-deployments.ts';
import { testLimit } from '../support/timing.ts';
import { endWaypost, startWaypost } from '../support/waypost.ts';

const reviewerCount = 5;
const reportCount = 1000;

/** Inserts the reports directly: a thousand requests would take longer than the review of them. */
async function insertReports(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into posts (survey_id, status, title, content, created)
    select (select min(id) from surveys), 'draft', 'Report ' || number, 'The water rises.',
      now() - make_interval(secs => ${reportCount} - number)
    from generate_series(1, ${reportCount}::int) as number returning id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Compares what the reviewers did with what is stored. */
async function expectDecidedOnce(db: Db, ids: readonly number[], works: readonly ReviewWork[]) {
  const published = works.flatMap((work) => work.published);
  const archived = works.flatMap((work) => work.archived);
  // None twice, none lost.
  expect([...published, ...archived].toSorted((a, b) => a - b)).toEqual(ids.toSorted((a, b) => a - b));
  const { rows } = await sql<{ status: string; count: number; revisions: number }>`
    select status, count(*)::int as count, max(revision) as revisions from posts
    where id = any(${ids}::bigint[]) group by 1 order by 1`.execute(db);
  expect(rows).toEqual([
    { status: 'archived', count: archived.length, revisions: 2 },
    { status: 'published', count: published.length, revisions: 2 },
  ]);
  const saves = await db.selectFrom('post_revisions').select('post_id').execute();
  expect(saves.length).toBe(reportCount);
  expect(await db.selectFrom('post_locks').select('post_id').execute()).toEqual([]);
}

for (const isKilled of [false, true])
  test(`five reviewers decide a thousand reports once each${isKilled ? ', although the server is killed' : ''}`, {
    tag: '@slow',
  }, async () => {
    test.setTimeout(testLimit(170_000));
    let waypost = await startWaypost();
    const { dataDir } = waypost;
    const db = openDatabase(databaseUrlOf(dataDir) ?? '', { maxConnections: 1 });
    try {
      const tokens = await createReviewers(waypost, reviewerCount);
      const ids = await insertReports(db);
      let decided = 0;
      let onRestarted: (result: Promise<void>) => void = () => undefined;
      const restarted = new Promise<void>((resolve) => {
        onRestarted = resolve;
      });
      if (!isKilled) onRestarted(Promise.resolve());
      const restart = async () => {
        await waypost.end('SIGKILL');
        waypost = await startWaypost(dataDir);
      };
      const killOnce = () => {
        decided += 1;
        if (isKilled && decided === reportCount / 2) onRestarted(restart());
      };
      const startedAt = performance.now();
      // Reviewers wait for the server: one that does not start again has to end the test.
      const [works] = await Promise.all([
        Promise.all(tokens.map((token) => reviewUntilEmpty(() => waypost, token, { onDecision: killOnce }))),
        restarted,
      ]);
      const hours = (performance.now() - startedAt) / 3_600_000;
      const waits = works.flatMap((work) => work.waits).toSorted((a, b) => a - b);
      console.log(
        `${Math.round(reportCount / hours)} decisions an hour; wait p95 ${Math.round(waits[Math.floor(waits.length * 0.95)] ?? 0)} ms`,
      );
      await expectDecidedOnce(db, ids, works);
    } finally {
      await db.destroy();
      await endWaypost(waypost);
    }
  });
