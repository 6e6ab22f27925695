/** Everything that a reviewer does to a report is in its history and in the audit log, and its undo leaves no trace in the report. */
import type { AuditEntry } from '@waypost/contract/audit/audit';
import type { PostRevision } from '@waypost/contract/posts/post-revisions';
import type { Post } from '@waypost/contract/posts/posts';
import type { Suggestion } from '@waypost/contract/review/suggestions';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answersByFieldName } from '../posts/app-with-surveys.fixture.ts';
import { startAppWithTwoReviewers, type TestReviewer } from './reviewers.fixture.ts';

let app: Awaited<ReturnType<typeof startAppWithTwoReviewers>>['app'];
let amina: TestReviewer;
beforeAll(async () => {
  ({ app, amina } = await startAppWithTwoReviewers());
});
afterAll(() => app.close());

/** Tables that record what happened; the others hold what the report is. */
const records = new Set([
  'post_revisions',
  'post_locks',
  'post_verifications',
  'post_notes',
  'post_note_mentions',
  'post_assignments',
  // Changes that are added up later.
  'post_count_changes',
  'webhook_deliveries',
]);

/** All rows of a post in the database, without what counts its changes. */
async function readRows(id: number): Promise<unknown> {
  const { rows: tables } = await sql<{ name: string }>`
    select c.table_name as name from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and c.column_name = 'post_id' and t.table_type = 'BASE TABLE'`.execute(
    app.db,
  );
  const ofTable = async (name: string) => {
    const { rows } = await sql<{ row: object }>`
      select to_jsonb(it) as row from ${sql.table(name)} as it where post_id = ${id} order by to_jsonb(it)::text`.execute(
      app.db,
    );
    return [name, rows.map(({ row }) => row)] as const;
  };
  const post = await sql<{ row: object }>`
    select to_jsonb(posts) - 'revision' - 'updated' - 'masked_updated' as row from posts where id = ${id}`.execute(
    app.db,
  );
  const others = await Promise.all(
    tables.filter(({ name }) => !records.has(name)).map(({ name }) => ofTable(name)),
  );
  return { post: post.rows, others: others.filter(([, rows]) => rows.length > 0) };
}

const read = async (id: number): Promise<Partial<Post>> => {
  const { body } = await amina.send<Post>('GET', `/posts/${id}?with=verification,merging`);
  return { ...body, revision: 0, updated: null };
};
const snapshot = async (ids: readonly number[]) =>
  Promise.all(ids.map(async (id) => ({ json: await read(id), rows: await readRows(id) })));
const listRevisions = async (id: number) =>
  (await amina.send<{ results: PostRevision[] }>('GET', `/posts/${id}/revisions`)).body.results;
const listAudit = async (id: number) =>
  (
    await app.send<{ results: AuditEntry[] }>('admin', 'GET', `/audit?subject=posts&subject_id=${id}`)
  ).body.results.filter(({ user }) => user?.id === amina.id);

/** A report under review with answers, a picture-less place, and what the public may not know of it. */
async function addReport(title = 'Bridge down'): Promise<number> {
  const values = answersByFieldName(app.open, { where: [{ lat: 1, lon: 2 }] });
  const { id } = await app.make('member', { title, content: 'Near -1.2921, 36.8219.', values });
  await app.save('admin', id, { status: 'draft' });
  return id;
}
const save = async (id: number, body: object) => {
  const { status } = await amina.send('PUT', `/posts/${id}`, body);
  expect(status).toBe(200);
};

interface ErrorBody {
  errors: { message: string; source?: { pointer: string } }[];
}

interface Step {
  name: string;
  /** How many reports it needs; the first one is decided. */
  reports: number;
  act: (ids: readonly number[]) => Promise<unknown>;
  undo: (ids: readonly number[]) => Promise<unknown>;
  /** What the audit log says of the first report, the latest first. */
  audited: readonly object[];
  /** Revisions of the first report that it adds. */
  revisions: number;
}

const steps: Step[] = [
  {
    name: 'publish',
    reports: 1,
    act: ([id = 0]) => save(id, { status: 'published' }),
    undo: ([id = 0]) => save(id, { status: 'draft' }),
    audited: [
      { changed: ['status'], status: { from: 'published', to: 'draft' } },
      { published_personal_data: true },
      { changed: ['status'], status: { from: 'draft', to: 'published' } },
    ],
    revisions: 2,
  },
  {
    name: 'publish with answers',
    reports: 1,
    act: ([id = 0]) =>
      save(id, {
        status: 'published',
        values: answersByFieldName(app.open, { where: [{ lat: 3, lon: 4 }] }),
      }),
    undo: ([id = 0]) =>
      save(id, { status: 'draft', values: answersByFieldName(app.open, { where: [{ lat: 1, lon: 2 }] }) }),
    audited: [
      { changed: ['status'], status: { from: 'published', to: 'draft' } },
      { published_personal_data: true },
      { changed: ['status'], status: { from: 'draft', to: 'published' } },
    ],
    revisions: 2,
  },
  {
    name: 'archive',
    reports: 1,
    act: ([id = 0]) => save(id, { status: 'archived' }),
    undo: ([id = 0]) => save(id, { status: 'draft' }),
    audited: [
      { changed: ['status'], status: { from: 'archived', to: 'draft' } },
      { changed: ['status'], status: { from: 'draft', to: 'archived' } },
    ],
    revisions: 2,
  },
  {
    name: 'merge',
    reports: 3,
    act: ([id, ...others]) => amina.send('POST', `/posts/${id}/merged`, { post_ids: others }),
    undo: ([id, ...others]) => amina.send('POST', `/posts/${id}/split`, { post_ids: others }),
    audited: [
      { changed: ['merged_posts'], split: expect.any(Array) },
      { changed: ['merged_posts'], merged: expect.any(Array) },
    ],
    revisions: 2,
  },
  {
    name: 'assignment',
    reports: 1,
    act: ([id]) => amina.send('PUT', `/posts/${id}/assignment`, { user: amina.id }),
    undo: ([id]) => amina.send('PUT', `/posts/${id}/assignment`, { user: null }),
    audited: [
      { changed: ['assignee'], after: null },
      { changed: ['assignee'], before: null },
    ],
    revisions: 0,
  },
];

test.each(steps)(
  '$name: recorded, and undone without a trace in the report',
  async ({ reports, act, undo, ...expected }) => {
    const ids: number[] = [];
    for (let number = 0; number < reports; number++) ids.push(await addReport(`Bridge ${number}`));
    const [id = 0] = ids;
    const before = await snapshot(ids);
    const revisions = (await listRevisions(id)).length;
    await act(ids);
    expect(await snapshot(ids)).not.toEqual(expected.revisions > 0 ? before : []);
    await undo(ids);
    expect(await snapshot(ids)).toEqual(before);
    expect((await listAudit(id)).map(({ details }) => details)).toMatchObject(expected.audited);
    expect((await listRevisions(id)).length - revisions).toBe(expected.revisions);
  },
);

test('a suggestion: recorded, and undone without a trace in the report', async () => {
  const { id } = await app.make('member', { title: 'Bridge', content: 'Near -1.2921, 36.8219.' });
  await app.save('admin', id, { status: 'draft' });
  const before = await snapshot([id]);
  const { results } = (await amina.send<{ results: Suggestion[] }>('GET', `/posts/${id}/suggestions`)).body;
  const { revision = 0 } = (await amina.send<Post>('GET', `/posts/${id}`)).body;
  const accepted = await amina.send('POST', `/posts/${id}/suggestions`, {
    suggestion: results.find(({ kind }) => kind === 'place')?.id,
    based_on: revision,
  });
  expect(accepted.status).toBe(200);
  expect(await snapshot([id])).not.toEqual(before);
  await amina.send('POST', `/posts/${id}/suggestions/undo`, { based_on: revision + 1 });
  expect(await snapshot([id])).toEqual(before);
  expect((await listAudit(id)).map(({ details }) => details)).toMatchObject([
    { changed: ['suggestion_undone'] },
    { changed: ['suggestion'], suggestion: 'place' },
  ]);
  expect((await listRevisions(id)).some(({ suggestion }) => suggestion === 'place')).toBe(true);
});

test('a verification and a note: recorded, and withdrawn without a trace in the report', async () => {
  const id = await addReport();
  const before = await snapshot([id]);
  const entry = await amina.send<{ history: { id: number }[] }>('POST', `/posts/${id}/verifications`, {
    status: 'verified',
    sources: 2,
    evidence: 'https://example.org/a',
  });
  expect(entry.status).toBe(200);
  expect((await read(id)).verification).toMatchObject({ status: 'verified' });
  const note = await amina.send<{ id: number }>('POST', `/posts/${id}/notes`, {
    content: 'Ask the mayor',
    mentions: [],
  });
  expect(note.status).toBe(200);
  await amina.send('DELETE', `/posts/${id}/notes/${note.body.id}`);
  await amina.send('PUT', `/posts/${id}/verifications/${entry.body.history[0]?.id}`, { withdrawn: true });
  expect(await snapshot([id])).toEqual(before);
  expect((await listAudit(id)).map(({ details }) => details)).toMatchObject([
    { changed: expect.arrayContaining(['verification']) },
    { changed: expect.arrayContaining(['verification']) },
  ]);
});

test.each([
  [0, 'based_on must be at least 1'],
  [-1, 'based_on must be at least 1'],
  [1.5, 'based_on must be an id'],
  ['x', 'based_on must be an id'],
  [99, 'based_on is out of date: this post was saved in the meantime'],
])('`based_on` that is no revision of the post is named: %s', async (based_on, message) => {
  const id = await addReport();
  const { status, body } = await amina.send<ErrorBody>('PUT', `/posts/${id}`, {
    status: 'published',
    based_on,
  });
  expect(status).toBe(422);
  expect(body.errors.at(-1)).toMatchObject({ message, source: { pointer: '/based_on' } });
  expect((await read(id)).status).toBe('draft');
});
