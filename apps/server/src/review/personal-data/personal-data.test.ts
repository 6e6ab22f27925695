/** Who sent a report is visible with View personal data only, and each look at it is in the audit log. */
import type { AuditEntry } from '@waypost/contract/audit/audit';
import { personalDataOnRequest } from '@waypost/contract/common/media-types';
import type { Message, Thread } from '@waypost/contract/messages/messages';
import type { DetailedPostRevision, PostRevision } from '@waypost/contract/posts/post-revisions';
import type { Post } from '@waypost/contract/posts/posts';
import type { Sender } from '@waypost/contract/posts/senders';
import type { PersonalData } from '@waypost/contract/review/personal-data';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestSurvey, type TestSurvey } from '../../testing/app/create-test-survey.ts';
import { type Actor, errorPointers, startTestApp, type TestApp } from '../../testing/app/test-app.ts';

const restricted = 'reviewer without personal data';
const phone = '+254700111222';

let app: TestApp;
let hiding: TestSurvey;
let open: TestSurvey;
beforeAll(async () => {
  app = await startTestApp();
  hiding = await createTestSurvey(app.db, { words: { type: 'varchar' } }, { hide_author: true });
  open = await createTestSurvey(app.db, { words: { type: 'varchar' } });
});
afterAll(() => app.close());
beforeEach(() => sql`delete from audit_log`.execute(app.db));

const report = async (survey = hiding, actor: Actor = 'member'): Promise<Post> =>
  (await app.send<Post>(actor, 'POST', '/posts', { form: survey.id, title: 'A bridge is gone' })).body;
const read = async (actor: Actor, id: number) => (await app.send<Post>(actor, 'GET', `/posts/${id}`)).body;
const look = (actor: Actor, id: number, body = {}) =>
  app.send<PersonalData>(actor, 'POST', `/posts/${id}/personal-data/views`, body);
const listViews = async () =>
  (await app.send<{ results: AuditEntry[] }>('admin', 'GET', '/audit?action=view')).body.results;

/** A message of a contact, and the report that was made of it. */
async function receiveMessage(): Promise<{ contact: number; message: number; post: Post }> {
  const post = await report(hiding, 'reviewer');
  const { rows } = await sql<{ contact: number; message: number }>`
    with contact as (
      insert into contacts (type, contact) values ('phone', ${phone})
      on conflict do nothing returning id
    ), sender as (select id from contact union select id from contacts where contact = ${phone})
    insert into messages (direction, type, status, message, contact_id, post_id, data_source_message_id)
    select 'incoming', 'sms', 'received', 'Help', id, ${post.id}, 'SM-1' from sender
    returning contact_id as contact, id as message`.execute(app.db);
  const [row] = rows;
  if (!row) throw new Error('no message');
  await sql`
    update posts set user_id = null, contact_id = ${row.contact}, message_id = ${row.message}, source = 'sms'
    where id = ${post.id}`.execute(app.db);
  await sql`select mask_posts(array[${post.id}]::bigint[])`.execute(app.db);
  return { ...row, post };
}

describe('a member of the team without the permission', () => {
  test('sees a code instead of the author of a report, if its survey hides authors', async () => {
    const [first, second, named] = [await report(), await report(), await report(open)];
    const shown = await read(restricted, first.id);
    expect(shown.user).toBeUndefined();
    expect(shown).toMatchObject({ user_id: null, author_email: null, author_realname: null });
    expect(shown.reporter).toEqual({ code: expect.stringMatching(/^[0-9a-f]{6}$/), may_view: false });
    expect((await read(restricted, second.id)).reporter).toEqual(shown.reporter);
    const openPost = await read(restricted, named.id);
    expect([openPost.user?.id, openPost.reporter]).toEqual([await app.idOf('member'), undefined]);
    expect(await read('reviewer', first.id)).toMatchObject({ user: { id: await app.idOf('member') } });
    expect('reporter' in (await read('reviewer', first.id))).toBe(false);
  });

  test('learns the author neither from the history, the sender, filters, pictures nor locks', async () => {
    const post = await report();
    const named = await report(open);
    const member = await app.idOf('member');
    await app.send('reviewer', 'PUT', `/posts/${post.id}`, { title: 'Two bridges are gone' });
    const list = await app.send<{ results: PostRevision[] }>(
      restricted,
      'GET',
      `/posts/${post.id}/revisions`,
    );
    expect(list.body.results.map((it) => it.user?.id ?? null)).toEqual([await app.idOf('reviewer'), null]);
    const first = await app.send<DetailedPostRevision>(restricted, 'GET', `/posts/${post.id}/revisions/1`);
    expect([first.body.user, first.body.post.user]).toEqual([undefined, null]);
    const sender = (await app.send<Sender>(restricted, 'GET', `/posts/${post.id}/sender`)).body;
    expect(sender).toMatchObject({ kind: 'account', name: null, reporter: { may_view: false } });
    // The reports that show their author are no others of this sender.
    expect(sender.posts.map(({ id }) => id)).not.toContain(named.id);
    const found = await app.send<{ results: Post[] }>(restricted, 'GET', `/posts?user=${member}&status=all`);
    expect(found.body.results.map(({ id }) => id)).not.toContain(post.id);
    expect(found.body.results.map(({ id }) => id)).toContain(named.id);
    await app.send('member', 'PUT', `/posts/${post.id}/lock`);
    expect((await read(restricted, post.id)).lock?.user ?? null).toBeNull();
  });

  test('keeps the author when saving a report, and can neither replace nor guess it', async () => {
    const post = await report();
    const member = await app.idOf('member');
    const shown = await read(restricted, post.id);
    expect(
      (await app.send(restricted, 'PUT', `/posts/${post.id}`, { ...shown, title: 'Corrected' })).status,
    ).toBe(200);
    expect(await read('admin', post.id)).toMatchObject({ title: 'Corrected', user: { id: member } });
    for (const user of [member, await app.idOf('reviewer')])
      expect((await app.send(restricted, 'PUT', `/posts/${post.id}`, { user })).status).toBe(403);
    expect((await read('admin', post.id)).user?.id).toBe(member);
  });

  test('reads and answers messages without the number', async () => {
    const { contact, message, post } = await receiveMessage();
    const thread = await app.send<Thread>(restricted, 'GET', `/messages/threads/${contact}`);
    expect(thread.body).toMatchObject({ contact: null, reporter: { may_view: false } });
    const stored = await app.send<Message>(restricted, 'GET', `/messages/${message}`);
    expect(stored.body).toMatchObject({ contact: null, contact_id: contact, data_source_message_id: null });
    expect((await read(restricted, post.id)).reporter).toEqual(thread.body.reporter);
    for (const path of ['/messages', '/messages/threads']) {
      const search = (actor: Actor) =>
        app.send<{ total_count: number }>(actor, 'GET', `${path}?q=${encodeURIComponent(phone)}`);
      expect([
        (await search(restricted)).body.total_count,
        (await search('reviewer')).body.total_count,
      ]).toEqual([0, expect.any(Number)]);
    }
    const reply = { message: 'Where are you?', direction: 'outgoing', contact, type: 'sms' };
    expect((await app.send(restricted, 'POST', '/messages', reply)).status).toBe(200);
  });

  test('may not look', async () => {
    const { contact, post } = await receiveMessage();
    expect((await look(restricted, post.id)).status).toBe(403);
    const thread = `/messages/threads/${contact}/personal-data/views`;
    expect((await app.send(restricted, 'POST', thread)).status).toBe(403);
    expect(await listViews()).toEqual([]);
  });
});

describe('a look', () => {
  test('shows author and contact, and is in the audit log', async () => {
    const post = await report();
    const seen = await look('reviewer', post.id, { reason: 'To ask for a picture' });
    expect([seen.status, seen.body]).toMatchObject([
      200,
      { user: { id: await app.idOf('member'), realname: 'A member' }, contact: null },
    ]);
    const [entry] = await listViews();
    expect(entry).toMatchObject({
      user: { id: await app.idOf('reviewer') },
      subject: 'posts',
      subject_id: String(post.id),
      details: { reason: 'To ask for a picture' },
    });
    const { contact } = await receiveMessage();
    const path = `/messages/threads/${contact}/personal-data/views`;
    expect((await app.send<PersonalData>('reviewer', 'POST', path)).body.contact?.contact).toBe(phone);
    expect((await listViews())[0]).toMatchObject({ subject: 'contacts', subject_id: String(contact) });
    expect((await app.send('reviewer', 'POST', '/messages/threads/999999/personal-data/views')).status).toBe(
      404,
    );
  });

  test('needs a reason if the deployment demands one; then no other response names anybody', async () => {
    const post = await report();
    await app.send('admin', 'PUT', '/config/site', { personal_data_reason: true });
    try {
      expect(await read('reviewer', post.id)).toMatchObject({ user_id: null, reporter: { may_view: true } });
      expect(errorPointers(await look('reviewer', post.id))).toEqual(['/reason']);
      expect(errorPointers(await look('reviewer', post.id, { reason: '  ' }))).toEqual(['/reason']);
      expect(await listViews()).toEqual([]);
      expect((await look('reviewer', post.id, { reason: 'Danger' })).body.user?.realname).toBe('A member');
    } finally {
      await app.send('admin', 'PUT', '/config/site', { personal_data_reason: false });
    }
  });

  test('only administrators decide whether it needs a reason', async () => {
    const change = { personal_data_reason: true };
    expect((await app.send('settings manager', 'PUT', '/config/site', change)).status).toBe(403);
  });
});

describe('a program of somebody with the permission', () => {
  test('reads what it could read before; the log counts it by hour', async () => {
    const post = await report();
    await receiveMessage();
    await read('reviewer', post.id);
    await read('reviewer', post.id);
    await app.send('reviewer', 'GET', '/messages?limit=1');
    const entries = await listViews();
    expect(entries.map(({ details, user }) => [user?.id, details])).toEqual([
      [await app.idOf('reviewer'), { reads: 3 }],
    ]);
  });

  test('gets no authors and contacts if it asks for none, as the web client does', async () => {
    const post = await report();
    const response = await app.fastify.inject({
      url: `/api/v3/posts/${post.id}`,
      headers: { accept: personalDataOnRequest, authorization: `Bearer ${await app.tokenOf('reviewer')}` },
    });
    expect(response.json()).toMatchObject({ user_id: null, reporter: { may_view: true } });
    expect(await listViews()).toEqual([]);
  });

  test('leaves a count for exports, the history and filters by author', async () => {
    const post = await report();
    const countReads = async () =>
      (await listViews()).reduce((sum, { details }) => sum + Number(details['reads'] ?? 0), 0);
    let before = await countReads();
    for (const url of [
      '/posts/export?format=csv&status=all',
      `/posts/${post.id}/revisions`,
      `/posts/${post.id}/revisions/1`,
      `/posts?user=${await app.idOf('member')}&limit=0&status=all`,
    ]) {
      expect((await app.send('reviewer', 'GET', url)).status).toBe(200);
      const after = await countReads();
      expect([url, after > before]).toEqual([url, true]);
      before = after;
    }
  });
});

test('failures of a bulk change do not name the hidden author who edits the report', async () => {
  const post = await report();
  await app.send('member', 'PUT', `/posts/${post.id}/lock`);
  const change = { action: 'set-status', status: 'archived', post_ids: [post.id] };
  const { body } = await app.send<{ id: number }>(restricted, 'POST', '/bulk-changes', change);
  await app.jobs.runPending();
  const failures = await app.send<{ results: unknown[] }>(
    restricted,
    'GET',
    `/bulk-changes/${body.id}/failures`,
  );
  expect(failures.body.results).toHaveLength(1);
  expect(JSON.stringify(failures.body)).toContain('bulk-change.post-locked-by-reporter');
  expect(JSON.stringify(failures.body)).not.toMatch(/A member|"user"/);
});

test('a reason has letters or digits; contacts of others are withheld while one is demanded', async () => {
  const { contact, post } = await receiveMessage();
  await app.send('admin', 'PUT', '/config/site', { personal_data_reason: true });
  try {
    expect(errorPointers(await look('admin', post.id, { reason: '\u200B' }))).toEqual(['/reason']);
    expect((await app.send('admin', 'GET', `/contacts/${contact}`)).status).toBe(403);
    expect(JSON.stringify((await app.send('admin', 'GET', '/contacts')).body)).not.toContain(phone);
  } finally {
    await app.send('admin', 'PUT', '/config/site', { personal_data_reason: false });
  }
});
