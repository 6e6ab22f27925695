import type { Message } from '@waypost/contract/messages/messages';
import type { Post } from '@waypost/contract/posts/posts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { confirmContacts } from '../testing/app/confirm-contacts.ts';
import { createTestSurvey } from '../testing/app/create-test-survey.ts';
import { errorCodes, errorPointers } from '../testing/app/test-app.ts';
import { startAppWithMail } from './app-with-mail.fixture.ts';

let app: Awaited<ReturnType<typeof startAppWithMail>>;
beforeAll(async () => {
  app = await startAppWithMail();
});
afterAll(() => app.close());

const smsMessage = { type: 'sms', from: '+15550123', message: 'Water reached the school' } as const;
const listMessages = async (query: string) =>
  (await app.send<{ results: Message[]; total_count: number }>('reviewer', 'GET', `/messages?${query}`)).body;

describe('an incoming message', () => {
  test('becomes a contact and a post under review', async () => {
    const survey = await createTestSurvey(app.db, {});
    const datetime = new Date('2019-11-30T09:15:00Z');
    const received = await app.receive({
      ...smsMessage,
      datetime,
      data_source: 'twilio',
      data_source_message_id: 'SM1',
      survey: survey.id,
    });
    const post = (await app.send<Post>('reviewer', 'GET', `/posts/${received.postId}`)).body;
    expect(post).toMatchObject({
      user_id: null,
      title: null,
      content: smsMessage.message,
      status: 'draft',
      source: 'sms',
      form: { id: survey.id },
      message: { id: received.messageId },
      contact: { id: received.contactId },
      data_source_message_id: 'SM1',
      post_date: '2019-11-30T09:15:00+00:00',
    });
    expect(await app.readMessage(received.messageId)).toEqual({
      id: received.messageId,
      url: `https://report.example.org/api/v3/messages/${received.messageId}`,
      parent_id: null,
      contact_id: received.contactId,
      post_id: received.postId,
      user_id: null,
      data_source: 'twilio',
      data_source_message_id: 'SM1',
      title: null,
      message: smsMessage.message,
      datetime: { date: '2019-11-30 09:15:00.000000', timezone_type: 3, timezone: 'UTC' },
      type: 'sms',
      status: 'received',
      direction: 'incoming',
      created: expect.any(String),
      additional_data: null,
      notification_post_id: null,
      contact: '+15550123',
      allowed_privileges: ['read', 'create', 'search'],
    });
    const about = await app.send<Post>('reviewer', 'GET', `/messages/${received.messageId}/post`);
    expect(about.body.id).toBe(received.postId);
    const smsPosts = await app.send<{ results: Post[] }>('reviewer', 'GET', '/posts?source=sms&status=all');
    expect(smsPosts.body.results.map((it) => it.id)).toEqual([received.postId]);
  });

  test('delivered twice is stored once; the same sender is the same contact', async () => {
    const counted = {
      ...smsMessage,
      from: '+15550199',
      data_source: 'twilio',
      data_source_message_id: 'SM2',
    };
    const [first, second] = [await app.receive(counted), await app.receive(counted)];
    expect(second).toEqual(first);
    const next = await app.receive({ ...counted, data_source_message_id: 'SM3' });
    expect([next.contactId, next.postId === first.postId]).toEqual([first.contactId, false]);
    const many = await Promise.all(
      Array.from({ length: 6 }, () =>
        app.receive({ ...counted, from: '+15550200', data_source_message_id: 'SM4' }),
      ),
    );
    expect(new Set(many.map((it) => it.postId)).size).toBe(1);
    const own = await app.send<{ id: number }>('member', 'POST', '/contacts', {
      type: 'phone',
      contact: '+15550300',
    });
    await confirmContacts(app.db);
    expect((await app.receive({ ...smsMessage, from: '+15550300' })).contactId).toBe(own.body.id);
  });

  test('hides its sender from others if the survey hides authors', async () => {
    const hidden = await createTestSurvey(app.db, {}, { hide_author: true });
    const open = await createTestSurvey(app.db, {});
    for (const survey of [hidden, open]) {
      const { postId } = await app.receive({ ...smsMessage, survey: survey.id });
      await app.send('reviewer', 'PUT', `/posts/${postId}`, { status: 'published' });
      const visiblePost = (await app.send<Post>('passer-by', 'GET', `/posts/${postId}`)).body;
      expect([visiblePost.source, visiblePost.contact === null, visiblePost.message === null]).toEqual([
        'sms',
        survey === hidden,
        survey === hidden,
      ]);
    }
  });
});

test('a title that is made from a subject has no invisible characters', async () => {
  const mail = { type: 'email', from: 'omar@example.org', message: 'It is down.' } as const;
  const titleOf = async (title: string) => {
    const { postId } = await app.receive({ ...mail, title });
    return (await app.send<Post>('reviewer', 'GET', `/posts/${postId}`)).body.title;
  };
  expect(await titleOf('\ufeff\u202eBridge\u200b down\u2060')).toBe('Bridge down');
  expect(await titleOf('\u200b\u200e')).toBeNull();
});

describe('a reply', () => {
  const incomingMail = {
    type: 'email',
    from: 'Ines@Example.org',
    title: 'Bridge down',
    message: 'The bridge is down.',
  } as const;

  test('by e-mail is sent at once, and is listed in the thread of its contact', async () => {
    const { messageId, contactId, postId } = await app.receive(incomingMail);
    const replyResponse = await app.sendReply('reviewer', {
      message: 'Thank you. Which bank?',
      direction: 'outgoing',
      contact_id: contactId,
      parent_id: messageId,
    });
    expect([replyResponse.status, replyResponse.body]).toMatchObject([
      200,
      {
        parent: { id: messageId },
        contact_id: contactId,
        post_id: postId,
        user: { id: await app.idOf('reviewer'), realname: 'A reviewer' },
        type: 'email',
        status: 'pending',
        direction: 'outgoing',
        contact: 'ines@example.org',
        allowed_privileges: ['read', 'create', 'update', 'search'],
      },
    ]);
    await app.jobs.runPending();
    expect((await app.readMessage(replyResponse.body.id)).status).toBe('sent');
    expect(app.mail.received.at(-1)).toMatch(/To: ines@example\.org/);
    expect(app.mail.received.at(-1)).toMatch(/Subject: Re: Bridge down/);
    expect(app.mail.received.at(-1)).toContain('Which bank?');
    const thread = await listMessages(`contact=${contactId}&limit=5&offset=0&order=asc&orderby=created`);
    expect(thread.results.map((it) => [it.direction, it.message])).toEqual([
      ['incoming', incomingMail.message],
      ['outgoing', 'Thank you. Which bank?'],
    ]);
    expect(
      (await listMessages(`contact=${contactId}&limit=1&offset=1&orderby=created`)).results.map(
        (it) => it.id,
      ),
    ).toEqual([replyResponse.body.id]);
    expect((await listMessages(`post=${postId}&box=outbox`)).results.map((it) => it.id)).toEqual([
      replyResponse.body.id,
    ]);
    expect((await listMessages('q=which%20BANK')).total_count).toBe(1);
    const late = await app.send('reviewer', 'PUT', `/messages/${replyResponse.body.id}`, {
      status: 'cancelled',
    });
    expect([errorPointers(late), errorCodes(late)]).toEqual([['/status'], ['messageHasLeft']]);
  });

  test('by text message waits for a data source, and can be cancelled', async () => {
    const { contactId } = await app.receive(smsMessage);
    const waiting = await app.sendReply('reviewer', {
      message: 'Thank you',
      contact_id: contactId,
      type: 'sms',
    });
    expect(waiting.body).toMatchObject({ type: 'sms', status: 'pending', parent_id: null });
    const change = (status: string) =>
      app.send<Message>('reviewer', 'PUT', `/messages/${waiting.body.id}`, { status });
    expect((await change('cancelled')).body.status).toBe('cancelled');
    expect((await change('pending')).body.status).toBe('pending');
    expect(errorPointers(await change('sent'))).toEqual(['/status']);
    const rewrite = (message: string) =>
      app.send<Message>('reviewer', 'PUT', `/messages/${waiting.body.id}`, { message });
    expect((await rewrite('Thank you all')).body.message).toBe('Thank you all');
    for (const [message, code] of [
      ['x'.repeat(141), 'maxlength'],
      ['x', 'minlength'],
      ['', 'required'],
    ] as const) {
      const refused = await rewrite(message);
      expect([message, errorPointers(refused), errorCodes(refused)]).toEqual([message, ['/message'], [code]]);
    }
    expect((await listMessages('status=cancelled')).total_count).toBe(0);
  });

  test('that the mail server does not accept fails, and can be retried', async () => {
    const { messageId } = await app.receive({ ...incomingMail, from: 'late@example.org' });
    app.mail.failNext(1);
    const replyResponse = await app.sendReply('reviewer', { message: 'Are you safe?', parent_id: messageId });
    expect(await app.jobs.runPending()).toEqual([['deliver-mail', 'failed']]);
    expect((await app.readMessage(replyResponse.body.id)).status).toBe('pending');
    await sql`update outbox set state = 'failed' where recipient = 'late@example.org'`.execute(app.db);
    expect((await app.readMessage(replyResponse.body.id)).status).toBe('failed');
    const again = await app.send<Message>('reviewer', 'PUT', `/messages/${replyResponse.body.id}`, {
      status: 'pending',
    });
    expect(again.status).toBe(200);
    await app.jobs.runPending();
    expect((await app.readMessage(replyResponse.body.id)).status).toBe('sent');
  });

  test('retried by several people at the same time is sent once', async () => {
    const { messageId } = await app.receive({ ...incomingMail, from: 'twice@example.org' });
    const replyResponse = await app.sendReply('reviewer', { message: 'Still there?', parent_id: messageId });
    const change = (status: string) =>
      app.send<Message>('reviewer', 'PUT', `/messages/${replyResponse.body.id}`, { status });
    expect((await change('cancelled')).body.status).toBe('cancelled');
    const again = await Promise.all(Array.from({ length: 8 }, () => change('pending')));
    expect(new Set(again.map((it) => it.status))).toEqual(new Set([200]));
    await app.jobs.runPending();
    expect(app.mail.received.filter((text) => text.includes('Still there?'))).toHaveLength(1);
  });

  test.each([
    ['no message', { type: 'sms' }, ['/message']],
    ['nothing', {}, ['/message', '/type']],
    ['one letter', { message: 'x', contact_id: 1, type: 'sms' }, ['/message']],
    ['141 letters', { message: 'x'.repeat(141), contact_id: 1, type: 'sms' }, ['/message']],
    ['no contact', { message: 'Hello', type: 'sms' }, ['/contact_id']],
    ['a contact that does not exist', { message: 'Hello', contact_id: 99_999, type: 'sms' }, ['/contact_id']],
    ['no type', { message: 'Hello', contact_id: 1 }, ['/type']],
    ['an empty type', { message: 'Hello', contact_id: 1, type: '' }, ['/type']],
    ['an unknown type', { message: 'Hello', contact_id: 1, type: 'zz' }, ['/type']],
    ['an unknown type and a parent message', { message: 'Hello', parent_id: 1, type: 'zz' }, ['/type']],
    ['a parent message that does not exist', { message: 'Hello', parent_id: 99_999 }, ['/parent_id']],
    [
      'direction incoming',
      { message: 'Hello', contact_id: 1, direction: 'incoming', type: 'sms' },
      ['/direction'],
    ],
  ])('with %s is refused at the field', async (_what, body, pointers) => {
    const refused = await app.sendReply('reviewer', body);
    expect([refused.status, errorPointers(refused)]).toEqual([422, pointers]);
  });

  test('and every message requires Manage Posts; incoming messages cannot be changed', async () => {
    const { messageId } = await app.receive(smsMessage);
    for (const [kind, status] of [
      ['passer-by', 401],
      ['visitor', 403],
      ['member', 403],
      ['settings manager', 403],
    ] as const) {
      expect((await app.send(kind, 'GET', '/messages')).status).toBe(status);
      expect((await app.send(kind, 'GET', `/messages/${messageId}`)).status).toBe(status);
      expect((await app.sendReply(kind, { message: 'Hello', parent_id: messageId })).status).toBe(status);
    }
    expect((await app.send('admin', 'PUT', `/messages/${messageId}`, { status: 'cancelled' })).status).toBe(
      403,
    );
    expect((await app.send('admin', 'DELETE', `/messages/${messageId}`)).status).toBe(405);
    expect((await app.send('reviewer', 'GET', '/messages/99999')).status).toBe(404);
  });
});
