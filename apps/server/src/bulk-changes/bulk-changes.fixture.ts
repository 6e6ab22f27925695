/** A test app with helpers that request bulk changes and run them. */
import type { BulkChange, BulkFailure } from '@waypost/contract/bulk-changes/bulk-changes';
import type { Post } from '@waypost/contract/posts/posts';
import { sql } from 'kysely';
import { startAppWithSurveys } from '../posts/app-with-surveys.fixture.ts';
import type { Actor } from '../testing/app/test-app.ts';

export async function startAppWithBulkChanges() {
  const app = await startAppWithSurveys();
  const request = (kind: Actor, body: object) => app.send<BulkChange>(kind, 'POST', '/bulk-changes', body);
  const read = async (kind: Actor, id: number) =>
    (await app.send<BulkChange>(kind, 'GET', `/bulk-changes/${id}`)).body;
  const undo = (kind: Actor, id: number) => app.send<BulkChange>(kind, 'POST', `/bulk-changes/${id}/undo`);
  return {
    ...app,
    request,
    read,
    undo,
    stop: (kind: Actor, id: number) => app.send<BulkChange>(kind, 'POST', `/bulk-changes/${id}/stop`),
    /** Requests a bulk change and runs it to its end. */
    async change(kind: Actor, body: object): Promise<BulkChange> {
      const created = await request(kind, body);
      if (created.status !== 200) throw new Error(JSON.stringify(created.body));
      await app.jobs.runPending();
      return read(kind, created.body.id);
    },
    async undoAll(kind: Actor, id: number): Promise<BulkChange> {
      const { status, body } = await undo(kind, id);
      if (status !== 200) throw new Error(JSON.stringify(body));
      await app.jobs.runPending();
      return read(kind, id);
    },
    failuresOf: async (kind: Actor, id: number) =>
      (await app.send<{ results: BulkFailure[] }>(kind, 'GET', `/bulk-changes/${id}/failures`)).body.results,
    statusOf: async (id: number) => (await app.send<Post>('admin', 'GET', `/posts/${id}`)).body.status,
    async makeMany(count: number, body: object = {}): Promise<number[]> {
      const ids: number[] = [];
      for (let at = 0; at < count; at++) ids.push((await app.make('reviewer', body)).id);
      return ids;
    },
    /** Inserts posts of all statuses, faster than by requests. */
    async insertMany(count: number, title: string): Promise<number[]> {
      const { rows } = await sql<{ id: number }>`
        insert into posts (survey_id, title, status, locale)
        select ${app.open.id}, ${title},
          case when n % 3 = 0 then 'draft' when n % 3 = 1 then 'archived' else 'published' end, 'en_us'
        from generate_series(1, ${count}) as n returning id`.execute(app.db);
      return rows.map((row) => row.id);
    },
    /** The fields of posts that bulk changes may change, and the title. */
    async snapshot(ids: readonly number[]) {
      const { rows } = await sql<{ id: number; status: string; title: string; survey_id: number }>`
        select id, status, title, survey_id from posts where id = any(${ids}::bigint[]) order by id`.execute(
        app.db,
      );
      return rows;
    },
  };
}
