/** Bulk changes that are stopped, undone or lost in the middle, and that two processes run at once. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../kernel/db/database.ts';
import { eventually } from '../testing/time.ts';
import { startAppWithBulkChanges } from './bulk-changes.fixture.ts';
import { maintainBulkChangesJob } from './maintain-bulk-changes.ts';
import { runBulkChangeJob } from './run-bulk-change.ts';

let app: Awaited<ReturnType<typeof startAppWithBulkChanges>>;
beforeAll(async () => {
  app = await startAppWithBulkChanges();
});
afterAll(() => app.close());

/** Requests that 1,000 posts are archived, and starts the job without waiting for its end. */
async function startArchiving(word: string) {
  const ids = await app.insertMany(1000, `Marker ${word}`);
  const before = await app.snapshot(ids);
  const { body } = await app.request('reviewer', {
    action: 'set-status',
    status: 'archived',
    post_ids: ids,
  });
  const ended = app.jobs.runPending();
  await eventually(async () => expect((await app.read('reviewer', body.id)).changed).toBeGreaterThan(0));
  return { id: body.id, ids, before, ended };
}

test('a stop in the middle ends it after a batch, and the undo covers what was done', async () => {
  const { id, ids, before, ended } = await startArchiving('hippo');
  await app.stop('reviewer', id);
  await ended;
  const stopped = await app.read('reviewer', id);
  expect(stopped).toMatchObject({ state: 'stopped', can_stop: false, can_undo: true });
  expect(stopped.changed + stopped.unchanged).toBeLessThan(1000);
  expect(await app.undoAll('reviewer', id)).toMatchObject({ state: 'undone', undone: stopped.changed });
  expect(await app.snapshot(ids)).toEqual(before);
});

test('an undo in the middle stops it and sets back what was done', async () => {
  const { id, ids, before, ended } = await startArchiving('rhino');
  await app.undo('reviewer', id);
  await ended;
  await app.jobs.runPending();
  expect(await app.read('reviewer', id)).toMatchObject({ state: 'undone', kept: 0 });
  expect(await app.snapshot(ids)).toEqual(before);
});

test('posts that are saved or deleted while it runs keep what others did, and the undo leaves them', async () => {
  const { id, ids, before, ended } = await startArchiving('zebra');
  const [saved = 0, deleted = 0] = ids.slice(-2);
  await app.save('admin', saved, { title: 'Saved meanwhile' });
  await app.send('admin', 'DELETE', `/posts/${deleted}`);
  await ended;
  expect(await app.read('reviewer', id)).toMatchObject({ state: 'done' });
  await app.undoAll('reviewer', id);
  const expected = before
    .filter((row) => row.id !== deleted)
    .map((row) => (row.id === saved ? { ...row, title: 'Saved meanwhile' } : row));
  expect(await app.snapshot(ids)).toEqual(expected);
});

test('two processes that run it at the same time change each post once', async () => {
  const ids = await app.insertMany(300, 'Marker lion');
  const { body } = await app.request('reviewer', { action: 'set-status', status: 'draft', post_ids: ids });
  await inTransaction(app.db, 'writes', (tx) => app.jobs.add(tx, runBulkChangeJob, { change: body.id }));
  await Promise.all([app.jobs.runPending(), app.jobs.runPending()]);
  expect(await app.read('reviewer', body.id)).toMatchObject({ state: 'done', changed: 200, unchanged: 100 });
  const revisions = await app.db
    .selectFrom('post_revisions')
    .select('post_id')
    .where('post_id', 'in', ids)
    .execute();
  expect(revisions).toHaveLength(200);
});

test('a change whose job was lost is continued within the hour', async () => {
  const ids = await app.insertMany(30, 'Marker puma');
  const { body } = await app.request('reviewer', { action: 'set-status', status: 'draft', post_ids: ids });
  const { rows } = await sql`
    delete from jobs.job where name = ${runBulkChangeJob.name} and state < 'active' returning id`.execute(
    app.db,
  );
  expect(rows).toHaveLength(1);
  await app.jobs.runPending();
  expect(await app.read('reviewer', body.id)).toMatchObject({ state: 'running', changed: 0 });
  await inTransaction(app.db, 'writes', (tx) => app.jobs.add(tx, maintainBulkChangesJob, {}));
  await app.jobs.runPending();
  await app.jobs.runPending();
  expect(await app.read('reviewer', body.id)).toMatchObject({ state: 'done', changed: 20 });
});

test('a bulk change of thirty days ago is deleted', async () => {
  const [post = 0] = await app.makeMany(1);
  const { id } = await app.change('reviewer', { action: 'set-status', status: 'draft', post_ids: [post] });
  await app.db
    .updateTable('bulk_changes')
    .set({ created: new Date(Date.now() - 31 * 86_400_000) })
    .where('id', '=', id)
    .execute();
  await inTransaction(app.db, 'writes', (tx) => app.jobs.add(tx, maintainBulkChangesJob, {}));
  await app.jobs.runPending();
  expect((await app.send('reviewer', 'GET', `/bulk-changes/${id}`)).status).toBe(404);
});
