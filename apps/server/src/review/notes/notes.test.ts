import type { Post } from '@waypost/contract/posts/posts';
import type { PostNote } from '@waypost/contract/review/post-notes';
import type { TeamMember } from '@waypost/contract/review/reviewers';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '../../kernel/db/database.ts';
import { type Actor, errorCodes, errorPointers } from '../../testing/app/test-app.ts';
import { startAppWithTwoReviewers, type TestReviewer } from '../reviewers.fixture.ts';
import { deleteOldNotes } from './notes.sql.ts';

let app: Awaited<ReturnType<typeof startAppWithTwoReviewers>>['app'];
let amina: TestReviewer;
let boris: TestReviewer;
let postId = 0;
beforeAll(async () => {
  ({ app, amina, boris } = await startAppWithTwoReviewers());
});
afterAll(() => app.close());
beforeEach(async () => {
  await sql`delete from outbox`.execute(app.db);
  postId = (await app.make('member', { status: 'draft' })).id;
});

const write = (by: TestReviewer, content: string, mentions: number[] = []) =>
  by.send<PostNote>('POST', `/posts/${postId}/notes`, { content, mentions });
const list = async (by: TestReviewer) =>
  (await by.send<{ results: PostNote[] }>('GET', `/posts/${postId}/notes`)).body.results;
const mails = async () =>
  (
    await sql<{ recipient: string; subject: string; text: string }>`
      select recipient, subject, text from outbox order by id`.execute(app.db)
  ).rows;

test('the team writes notes about a report, and each member changes their own', async () => {
  const note = (await write(amina, ' Called the clinic: it is open. ')).body;
  expect(note).toMatchObject({
    post_id: postId,
    user: { id: amina.id, realname: 'amina' },
    content: 'Called the clinic: it is open.',
    mentions: [],
    updated: null,
    allowed_privileges: ['read', 'update', 'delete'],
  });
  await write(boris, 'Thanks.');
  const path = `/posts/${postId}/notes/${note.id}`;
  expect((await boris.send('PUT', path, { content: 'Closed.' })).status).toBe(403);
  expect((await boris.send('DELETE', path)).status).toBe(403);
  const changed = await amina.send<PostNote>('PUT', path, { content: 'It is closed.' });
  expect(changed.body).toMatchObject({ content: 'It is closed.', updated: expect.any(String) });
  expect(
    (await list(boris)).map(({ content, user, allowed_privileges }) => [
      content,
      user?.id,
      allowed_privileges,
    ]),
  ).toEqual([
    ['It is closed.', amina.id, ['read']],
    ['Thanks.', boris.id, ['read', 'update', 'delete']],
  ]);
});

test('a deleted note can be restored as it was, and is gone after an hour', async () => {
  const note = (await write(amina, 'See @boris', [boris.id])).body;
  const path = `/posts/${postId}/notes/${note.id}`;
  expect((await amina.send('DELETE', path)).status).toBe(200);
  expect(await list(boris)).toEqual([]);
  expect((await amina.send('PUT', path, { content: 'x' })).status).toBe(404);
  expect((await boris.send('POST', `${path}/restore`)).status).toBe(403);
  expect((await amina.send('POST', `${path}/restore`)).status).toBe(200);
  expect(await list(amina)).toEqual([note]);
  await amina.send('DELETE', path);
  await sql`update post_notes set deleted = now() - interval '61 minutes' where id = ${note.id}`.execute(
    app.db,
  );
  expect((await amina.send('POST', `${path}/restore`)).status).toBe(404);
  await inTransaction(app.db, 'writes', deleteOldNotes);
  const { rows } = await sql`select from post_notes where id = ${note.id}`.execute(app.db);
  expect(rows).toEqual([]);
});

test('an administrator removes the note of somebody else, which the audit log records', async () => {
  const note = (await write(amina, 'A phone number')).body;
  expect((await app.send('admin', 'DELETE', `/posts/${postId}/notes/${note.id}`)).status).toBe(200);
  expect(await list(amina)).toEqual([]);
  const audit = await app.send<{ results: { subject_id: string; details: object }[] }>(
    'admin',
    'GET',
    '/audit?subject=posts&limit=1',
  );
  expect(audit.body.results[0]).toMatchObject({
    subject_id: String(postId),
    details: { changed: ['notes'], note: note.id },
  });
});

describe('mentions', () => {
  test('a member who is mentioned gets one email, without the note', async () => {
    const note = (await write(amina, 'See @boris', [boris.id, boris.id])).body;
    expect(note.mentions).toMatchObject([{ id: boris.id, realname: 'boris' }]);
    const path = `/posts/${postId}/notes/${note.id}`;
    await amina.send('PUT', path, { content: 'See @boris!', mentions: [boris.id] });
    // Nor when the mention is removed and added again.
    await amina.send('PUT', path, { content: 'See', mentions: [] });
    expect(await list(amina)).toMatchObject([{ mentions: [] }]);
    const again = await amina.send<PostNote>('PUT', path, { content: 'See @boris', mentions: [boris.id] });
    expect(again.body.mentions).toMatchObject([{ id: boris.id }]);
    const sent = await mails();
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({ recipient: 'boris@things.example.org' });
    expect(sent[0]?.subject).toContain('amina mentioned you');
    expect(sent[0]?.text).toContain(`report ${postId}`);
    expect(sent[0]?.text).not.toContain('See');
  });

  test('nobody is notified about their own note', async () => {
    await write(amina, 'For me: @amina', [amina.id]);
    expect(await mails()).toEqual([]);
  });

  test('only those who may review can be mentioned', async () => {
    const members = await amina.send<{ results: TeamMember[] }>('GET', '/review/reviewers');
    const ids = members.body.results.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining([amina.id, boris.id]));
    const memberId = await app.idOf('member');
    expect(ids).not.toContain(memberId);
    expect(JSON.stringify(members.body)).not.toContain('@');
    for (const id of [memberId, 999_999]) {
      const refused = await write(amina, 'See', [id]);
      expect([refused.status, errorPointers(refused), errorCodes(refused)]).toEqual([
        422,
        ['/mentions'],
        ['exists'],
      ]);
    }
    expect(await mails()).toEqual([]);
  });
});

test('texts outside the limits are refused with the name of the field', async () => {
  for (const content of ['', '  ', 'x'.repeat(2001)])
    expect(errorPointers(await write(amina, content))).toEqual(['/content']);
  await sql`insert into post_notes (post_id, content) select ${postId}, 'x' from generate_series(1, 200)`.execute(
    app.db,
  );
  const refused = await write(amina, 'One more');
  expect([errorCodes(refused), errorPointers(refused)]).toEqual([['tooManyNotes'], ['/content']]);
  // Deleting one makes room, although it can still be restored; then the report is full again.
  const own = await sql<{ id: number }>`
    update post_notes set user_id = ${amina.id} where post_id = ${postId} returning id`.execute(app.db);
  const path = `/posts/${postId}/notes/${own.rows[0]?.id}`;
  expect((await amina.send('DELETE', path)).status).toBe(200);
  expect((await write(amina, 'One more')).status).toBe(200);
  expect(errorCodes(await amina.send('POST', `${path}/restore`))).toEqual(['tooManyNotes']);
});

describe('notes are hidden', () => {
  test('from everybody without Manage Posts', async () => {
    const { body } = await write(amina, 'The sender is lying');
    await app.save('admin', postId, { status: 'published' });
    const callers: [Actor, number][] = [
      ['passer-by', 401],
      ['visitor', 403],
      ['member', 403],
      ['settings manager', 403],
    ];
    for (const [actor, status] of callers) {
      expect((await app.send(actor, 'GET', `/posts/${postId}/notes`)).status).toBe(status);
      expect((await app.send(actor, 'POST', `/posts/${postId}/notes`, { content: 'x' })).status).toBe(status);
      const path = `/posts/${postId}/notes/${body.id}`;
      expect((await app.send(actor, 'PUT', path, { content: 'x' })).status).toBe(status);
      expect((await app.send(actor, 'DELETE', path)).status).toBe(status);
      expect((await app.send(actor, 'GET', '/review/reviewers')).status).toBe(status);
    }
    const search = await app.send<{ results: Post[] }>('admin', 'GET', '/posts?q=lying&status=all');
    expect(search.body.results).toEqual([]);
    expect(JSON.stringify((await app.send('admin', 'GET', `/posts/${postId}`)).body)).not.toContain('lying');
  });

  test('at another report, and with a report that is gone', async () => {
    const { body } = await write(amina, 'Here');
    const other = await app.make('member', {});
    expect((await amina.send('PUT', `/posts/${other.id}/notes/${body.id}`, { content: 'x' })).status).toBe(
      404,
    );
    expect((await amina.send('GET', '/posts/999999/notes')).status).toBe(404);
    await app.send('admin', 'DELETE', `/posts/${postId}`);
    expect((await amina.send('GET', `/posts/${postId}/notes`)).status).toBe(404);
  });
});

test('a note stays when the account of its author is deleted', async () => {
  const carl = await app.createReviewer('carl');
  await write(carl, 'Checked.');
  await sql`delete from users where id = ${carl.id}`.execute(app.db);
  expect(await list(amina)).toMatchObject([{ user: null, content: 'Checked.' }]);
});
