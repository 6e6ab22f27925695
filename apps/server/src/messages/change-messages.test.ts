/** Changes of the text of replies, and replies in the name of another account (API v3 §2.10). */
import type { Message } from '@waypost/contract/messages/messages';
import type { Post } from '@waypost/contract/posts/posts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Actor, errorCodes, errorPointers } from '../testing/app/test-app.ts';
import { startAppWithMail } from './app-with-mail.fixture.ts';

let app: Awaited<ReturnType<typeof startAppWithMail>>;
beforeAll(async () => {
  app = await startAppWithMail();
});
afterAll(() => app.close());

const sms = { type: 'sms', from: '+15550123', message: 'Water reached the school' } as const;
const email = { type: 'email', from: 'ines@example.org', title: 'Bridge', message: 'It is down.' } as const;
const change = (kind: Actor, id: number, body: object) =>
  app.send<Message>(kind, 'PUT', `/messages/${id}`, body);
const refused = ['passer-by', 'visitor', 'member', 'settings manager'] as const;

describe('the text of a reply', () => {
  test('is changed while it waits; its post and its author stay', async () => {
    const { messageId, postId } = await app.receive(sms);
    const { body: waiting } = await app.sendReply('admin', { message: 'Which bank?', parent_id: messageId });
    const readPost = async () => (await app.send<Post>('reviewer', 'GET', `/posts/${postId}`)).body;
    const post = await readPost();
    const changed = await change('reviewer', waiting.id, { message: ' Which bank of the river? ' });
    expect([changed.status, changed.body]).toEqual([
      200,
      { ...waiting, message: 'Which bank of the river?' },
    ]);
    expect(await app.readMessage(waiting.id)).toEqual(changed.body);
    expect(await readPost()).toEqual(post);
    const cancelled = await change('admin', waiting.id, { message: 'Never mind', status: 'cancelled' });
    expect(cancelled.body).toMatchObject({ message: 'Never mind', status: 'cancelled' });
    expect((await change('admin', waiting.id, { message: 'Again' })).body.status).toBe('cancelled');
  });

  test('of a mail that waits is sent once, as it was changed', async () => {
    const { messageId } = await app.receive(email);
    const { body: waiting } = await app.sendReply('reviewer', {
      message: 'The first text',
      parent_id: messageId,
    });
    const changed = await change('reviewer', waiting.id, { message: 'The second text' });
    expect([changed.status, changed.body.status]).toEqual([200, 'pending']);
    await app.jobs.runPending();
    expect((await app.readMessage(waiting.id)).status).toBe('sent');
    const sent = app.mail.received.filter((text) => text.includes('text'));
    expect(sent.filter((text) => text.includes('The first text'))).toEqual([]);
    expect(sent.filter((text) => text.includes('The second text'))).toHaveLength(1);
    for (const body of [{ message: 'The third text' }, { message: 'The third text', status: 'pending' }]) {
      const late = await change('reviewer', waiting.id, body);
      expect([late.status, errorPointers(late).sort(), [...new Set(errorCodes(late))]]).toEqual([
        422,
        Object.keys(body).map((field) => `/${field}`),
        ['messageHasLeft'],
      ]);
    }
    expect((await app.readMessage(waiting.id)).message).toBe('The second text');
  });

  test('is kept while a gateway sends it, and once it is archived', async () => {
    const { messageId } = await app.receive(sms);
    const { body: message } = await app.sendReply('reviewer', {
      message: 'On its way',
      parent_id: messageId,
    });
    for (const state of [
      sql`send_started = now()`,
      sql`send_started = null, status = 'unknown'`,
      sql`status = 'archived'`,
    ]) {
      await sql`update messages set ${state} where id = ${message.id}`.execute(app.db);
      const late = await change('reviewer', message.id, { message: 'Changed' });
      expect([late.status, errorPointers(late)]).toEqual([422, ['/message']]);
    }
  });

  test('that is sent back unchanged is accepted, however long it is and whatever its status', async () => {
    const { messageId } = await app.receive(sms);
    const { body: message } = await app.sendReply('reviewer', { message: 'Short', parent_id: messageId });
    const text = 'x'.repeat(1000);
    await sql`update messages set message = ${text}, status = 'sent' where id = ${message.id}`.execute(
      app.db,
    );
    expect((await change('reviewer', message.id, { message: text })).status).toBe(200);
    await sql`update messages set status = 'failed' where id = ${message.id}`.execute(app.db);
    const wholeMessage = { ...(await app.readMessage(message.id)), status: 'cancelled' };
    expect((await change('reviewer', message.id, wholeMessage)).body.status).toBe('cancelled');
  });

  test.each([
    ['empty', ''],
    ['one letter', 'x'],
    ['141 letters', 'x'.repeat(141)],
    ['nothing', null],
    ['a list', ['Hello']],
    ['an object', { text: 'Hello' }],
  ])('is refused at the field when it is %s', async (_what, message) => {
    const { messageId } = await app.receive(sms);
    const { body } = await app.sendReply('reviewer', { message: 'Still there?', parent_id: messageId });
    const response = await change('reviewer', body.id, { message });
    expect([response.status, errorPointers(response)]).toEqual([422, ['/message']]);
    expect((await app.readMessage(body.id)).message).toBe('Still there?');
  });

  test('is changed by nobody without Manage Posts, and never in what came in', async () => {
    const { messageId } = await app.receive(sms);
    const { body: waiting } = await app.sendReply('reviewer', {
      message: 'Are you safe?',
      parent_id: messageId,
    });
    for (const kind of refused)
      for (const id of [waiting.id, messageId, 99_999])
        for (const message of ['Changed', ''])
          expect([kind, id, (await change(kind, id, { message })).status]).toEqual([
            kind,
            id,
            kind === 'passer-by' ? 401 : 403,
          ]);
    for (const message of ['Changed', '', null])
      expect((await change('admin', messageId, { message })).status).toBe(403);
    for (const message of ['Changed', ''])
      expect((await change('admin', 99_999, { message })).status).toBe(404);
    expect((await app.readMessage(messageId)).message).toBe(sms.message);
    expect((await app.readMessage(waiting.id)).message).toBe('Are you safe?');
  });

  test('of a confirmation code is not there to be changed', async () => {
    const { messageId } = await app.receive(sms);
    const { body: code } = await app.sendReply('reviewer', { message: 'Your code', parent_id: messageId });
    await sql`update messages set is_confirmation = true where id = ${code.id}`.execute(app.db);
    expect((await change('admin', code.id, { message: 'Another code' })).status).toBe(404);
  });

  test('changed by several people at once is one of theirs, and is sent once', async () => {
    const { messageId } = await app.receive(email);
    const { body: waiting } = await app.sendReply('reviewer', { message: 'Race 0', parent_id: messageId });
    const responses = await Promise.all(
      Array.from({ length: 6 }, (_, at) => change('reviewer', waiting.id, { message: `Race ${at + 1}` })),
    );
    expect(new Set(responses.map((it) => it.status))).toEqual(new Set([200]));
    await app.jobs.runPending();
    const { message, status } = await app.readMessage(waiting.id);
    const sent = app.mail.received.filter((text) => text.includes('Race '));
    expect([status, sent.length, sent[0]?.includes(message)]).toEqual(['sent', 1, true]);
  });
});

describe('the author of a reply', () => {
  test('is the account that is named, else the caller', async () => {
    const { messageId } = await app.receive(sms);
    const member = await app.idOf('member');
    const own = await app.idOf('reviewer');
    for (const [author, expected] of [
      [{ user_id: member }, member],
      [{ user_id: String(member) }, member],
      [{ user: { id: member, url: 'https://report.example.org/api/v3/users/1' } }, member],
      [{ user: member }, member],
      [{ user_id: null }, own],
      [{ user_id: '' }, own],
      [{ user: null, user_id: member }, member],
      [{}, own],
    ] as const) {
      const response = await app.sendReply('reviewer', {
        message: 'Thank you',
        parent_id: messageId,
        ...author,
      });
      expect([author, response.status, response.body.user?.id]).toEqual([author, 200, expected]);
      expect((await app.readMessage(response.body.id)).user?.id).toBe(expected);
    }
  });

  test('that does not exist or is no id is refused at the field', async () => {
    const { messageId } = await app.receive(sms);
    const count = async () => (await sql`select from messages`.execute(app.db)).rows.length;
    const before = await count();
    for (const [author, pointer] of [
      [{ user_id: 99_999 }, '/user_id'],
      [{ user: { id: 99_999 } }, '/user_id'],
      [{ user_id: 999_999_999_999_999 }, '/user_id'],
      [{ user_id: 0 }, '/user_id'],
      [{ user_id: 'me' }, '/user_id'],
      [{ user_id: -1 }, '/user_id'],
      [{ user_id: [1] }, '/user_id'],
      [{ user: { id: 'x' } }, '/user'],
    ] as const) {
      const response = await app.sendReply('reviewer', {
        message: 'Thank you',
        parent_id: messageId,
        ...author,
      });
      expect([author, response.status, errorPointers(response)]).toEqual([author, 422, [pointer]]);
    }
    expect(await count()).toBe(before);
  });

  test('tells nobody without Manage Posts which accounts exist', async () => {
    const { messageId } = await app.receive(sms);
    for (const kind of refused)
      for (const user_id of [await app.idOf('admin'), 99_999, 'x']) {
        const response = await app.sendReply(kind, { message: 'Hello', parent_id: messageId, user_id });
        expect([kind, user_id, response.status]).toEqual([kind, user_id, kind === 'passer-by' ? 401 : 403]);
      }
  });

  test('is not changed afterwards', async () => {
    const { messageId } = await app.receive(sms);
    const { body } = await app.sendReply('reviewer', { message: 'Thank you', parent_id: messageId });
    const user_id = await app.idOf('admin');
    const changed = await change('reviewer', body.id, { user_id, message: 'Thanks', parent_id: null });
    expect(changed.body).toMatchObject({
      user: { id: await app.idOf('reviewer') },
      parent: { id: messageId },
      message: 'Thanks',
    });
  });
});
