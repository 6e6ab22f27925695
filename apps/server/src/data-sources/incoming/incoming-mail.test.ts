import type { Message } from '@waypost/contract/messages/messages';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { buildHeic } from '../../media/heic.fixture.ts';
import { createTestSurvey, type TestSurvey } from '../../testing/app/create-test-survey.ts';
import { startTestApp, type TestApp } from '../../testing/app/test-app.ts';
import { type ImapServer, startImapServer } from '../../testing/servers/imap-server.ts';
import { startPop3Server } from '../../testing/servers/pop3-server.ts';
import { type SmtpServer, startSmtpServer } from '../../testing/servers/smtp-server.ts';
import { scaled } from '../../testing/time.ts';
import { createMailHelpers, mailboxOptions, rawMail, username } from './incoming-mail.fixture.ts';

let app: TestApp;
let smtp: SmtpServer;
let survey: TestSurvey;
let photo: Buffer;
const cleanups: (() => Promise<void>)[] = [];
beforeAll(async () => {
  smtp = await startSmtpServer();
  app = await startTestApp({
    mail: { smtpUrl: `smtp://127.0.0.1:${smtp.port}`, from: 'Waypost <waypost@example.org>' },
    allowedNetworks: ['127.0.0.0/8', '::1'],
  });
  survey = await createTestSurvey(app.db, {
    headline: { type: 'varchar', input: 'text' },
    sent: { type: 'datetime', input: 'datetime' },
    photos: { type: 'media', input: 'upload', cardinality: 0 },
  });
  const create = { width: 40, height: 30, channels: 3, background: '#2274B4' } as const;
  photo = await sharp({ create }).jpeg().toBuffer();
});
afterAll(async () => {
  await app.close();
  await smtp.close();
});
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

async function saveDataSources(body: object): Promise<void> {
  expect((await app.send('settings manager', 'PUT', '/config/data-provider', body)).status).toBe(200);
}
const configure = (email: object) => saveDataSources({ providers: { email: true }, email });
async function startInbox(more: object = {}): Promise<ImapServer> {
  const server = await startImapServer({ username });
  cleanups.push(server.close);
  await configure(mailboxOptions(server.port, more));
  return server;
}
interface MailedPhoto {
  name: string;
  type: string;
  bytes: Buffer;
}
const rawMailWithPhoto = (
  id: string,
  text: string,
  headers: readonly string[] = [],
  { name, type, bytes }: MailedPhoto = { name: 'bridge.jpg', type: 'image/jpeg', bytes: photo },
) =>
  rawMail(
    id,
    [
      '--x',
      'Content-Type: text/plain; charset=utf-8',
      '',
      text,
      '--x',
      `Content-Type: ${type}; name="${name}"`,
      `Content-Disposition: attachment; filename="${name}"`,
      'Content-Transfer-Encoding: base64',
      '',
      bytes.toString('base64').replace(/.{76}/g, '$&\r\n'),
      '--x--',
    ].join('\r\n'),
    [...headers, 'MIME-Version: 1.0', 'Content-Type: multipart/mixed; boundary=x'],
  );
const { fetchMail, findPostsByText, listMessagesOfPost } = createMailHelpers(() => app);
const countRows = async (what: 'posts' | 'messages' | 'media' | 'outbox') =>
  Number((await sql<{ n: string }>`select count(*) as n from ${sql.table(what)}`.execute(app.db)).rows[0]?.n);

describe('a mail', () => {
  test.each([
    ['IMAP', 'IMAP', startImapServer],
    ['POP3', 'POP', startPop3Server],
  ] as const)(
    'fetched by %s becomes a post under review with its sender as contact',
    async (name, type, start) => {
      const server = await start({ username });
      cleanups.push(server.close);
      await configure(mailboxOptions(server.port, { incoming_type: type, form_id: survey.id }));
      server.deliver(
        rawMail(`first-${name}@example.org`, `Water reached the school (${name}).\r\n-- \r\nInes`),
      );
      await fetchMail();
      await fetchMail();
      const posts = await findPostsByText(`school ${name}`);
      expect(posts).toHaveLength(1);
      expect(posts[0]).toMatchObject({
        title: 'Bridge down',
        content: `Water reached the school (${name}).`,
        status: 'draft',
        source: 'email',
        form: { id: survey.id },
        data_source_message_id: `first-${name}@example.org`,
        post_date: '2019-12-03T08:41:17+00:00',
      });
      expect(await listMessagesOfPost(posts[0])).toMatchObject([
        { contact: 'ines@example.org', type: 'email', data_source: 'email', status: 'received' },
      ]);
    },
  );

  test('fills the mapped fields, and its pictures become media of the post', async () => {
    const fields = {
      Subject: `values.${survey.keyOf('headline')}`,
      Date: survey.keyOf('sent'),
      Message: 'content',
    };
    const server = await startInbox({ form_id: survey.id, inbound_fields: fields });
    server.deliver(rawMailWithPhoto('photo@example.org', 'Photographed from the left bank'));
    await fetchMail();
    const [post] = await findPostsByText('Photographed');
    const values = (post?.values ?? {}) as Record<string, unknown[]>;
    expect(values[survey.keyOf('headline')]).toEqual(['Bridge down']);
    expect(values[survey.keyOf('sent')]).toHaveLength(1);
    const [picture] = values[survey.keyOf('photos')] ?? [];
    const storedMedia = await app.send<{ original_file_mime: string; original_width: number }>(
      'reviewer',
      'GET',
      `/media/${String(picture)}`,
    );
    expect([storedMedia.status, storedMedia.body]).toMatchObject([
      200,
      { mime: 'image/jpeg', original_width: 40 },
    ]);
  });

  test.each(['image/heic', 'application/octet-stream'])(
    'has a HEIC picture of a phone, sent as %s, which becomes a JPEG',
    async (type) => {
      const server = await startInbox({ form_id: survey.id });
      const heic = { name: 'IMG_0001.HEIC', type, bytes: buildHeic() };
      server.deliver(rawMailWithPhoto(`${type.replace('/', '-')}@example.org`, `Sent as ${type}`, [], heic));
      await fetchMail();
      const [post] = await findPostsByText(`Sent as ${type}`);
      const values = (post?.values ?? {}) as Record<string, unknown[]>;
      const [picture] = values[survey.keyOf('photos')] ?? [];
      const stored = await app.send('reviewer', 'GET', `/media/${String(picture)}`);
      expect([stored.status, stored.body]).toMatchObject([200, { mime: 'image/jpeg', original_width: 128 }]);
    },
  );

  test('without a survey keeps its pictures with its message', async () => {
    const server = await startInbox();
    server.deliver(rawMailWithPhoto('loose@example.org', 'Nobody asked for this picture'));
    await fetchMail();
    const [message] = await listMessagesOfPost((await findPostsByText('Nobody asked'))[0]);
    const media = (message?.additional_data?.['media'] ?? []) as number[];
    expect(media).toHaveLength(1);
    expect((await app.send('reviewer', 'GET', `/media/${media[0]}`)).status).toBe(200);
    expect((await app.send('passer-by', 'GET', `/media/${media[0]}`)).status).not.toBe(200);
  });

  test('delivered six hundred times is one post with one picture', { timeout: scaled(60_000) }, async () => {
    const server = await startInbox();
    const pictures = await countRows('media');
    for (let times = 0; times < 600; times++)
      server.deliver(rawMailWithPhoto('again@example.org', 'Six hundred times'));
    await fetchMail();
    await fetchMail();
    expect(await findPostsByText('Six hundred')).toHaveLength(1);
    expect((await countRows('media')) - pictures).toBe(1);
    // With new UIDs, all of them are fetched again.
    server.resetUids();
    await fetchMail();
    expect(await findPostsByText('Six hundred')).toHaveLength(1);
  });

  test('without a Message-ID is identified by its id in the mailbox', async () => {
    const server = await startInbox();
    server.deliver(rawMail('', 'Nameless mail'));
    server.deliver(rawMail('', 'Nameless mail'));
    await fetchMail();
    await fetchMail();
    expect(await findPostsByText('Nameless')).toHaveLength(2);
  });

  test('with only a subject or only HTML becomes a post; an empty one does not', async () => {
    const server = await startInbox();
    server.deliver(rawMail('subject@example.org', '', ['Subject: Everything in the subject']));
    server.deliver(
      rawMail('html@example.org', '<p>Only <b>HTML</b></p><script>steal()</script>', [
        'Content-Type: text/html',
      ]),
    );
    server.deliver(rawMail('nothing@example.org', '', ['Subject: ']));
    server.deliver(Buffer.alloc(2000, 0xff));
    server.deliver(rawMail('zero@example.org', 'Zero\0bytes'));
    server.deliver(rawMail('long@example.org', 'Very long '.repeat(200_000)));
    server.deliver(rawMail('after@example.org', 'After the broken one'));
    await fetchMail();
    expect((await findPostsByText('Everything')).map((it) => it.content)).toEqual([
      'Everything in the subject',
    ]);
    expect((await findPostsByText('Only HTML')).map((it) => it.content)).toEqual(['Only HTML']);
    expect((await findPostsByText('Zerobytes')).map((it) => it.content)).toEqual(['Zerobytes']);
    expect((await findPostsByText('Very long'))[0]?.content?.length).toBeCloseTo(50_000, -2);
    expect(await findPostsByText('After the broken one')).toHaveLength(1);
  });

  test('that a program wrote creates no post and gets no reply', async () => {
    const server = await startInbox();
    const before = [await countRows('posts'), await countRows('messages'), await countRows('outbox')];
    const machines: [string, string[]][] = [
      ['away', ['Auto-Submitted: auto-replied']],
      ['list', ['Precedence: bulk']],
      ['older', ['X-Autoreply: yes']],
      ['null', ['Return-Path: <>']],
      ['daemon', ['From: MAILER-DAEMON@example.org']],
    ];
    for (const [id, headers] of machines)
      server.deliver(rawMail(`${id}@machine.example`, 'I am away', headers));
    await fetchMail();
    expect([await countRows('posts'), await countRows('messages'), await countRows('outbox')]).toEqual(
      before,
    );
  });
});

describe('a reply to a mail', () => {
  async function startThread(id: string) {
    const server = await startInbox();
    server.deliver(rawMail(id, `Water at ${id}`, ['References: <earlier@example.org>']));
    await fetchMail();
    const [post] = await findPostsByText(`Water at ${id}`);
    const [message] = await listMessagesOfPost(post);
    const sent = await app.send<Message>('reviewer', 'POST', '/messages', {
      message: 'Thank you. Which bank?',
      parent_id: message?.id,
      contact_id: message?.contact_id,
    });
    expect(sent.status).toBe(200);
    await app.jobs.runPending();
    return { server, post, message, sent: sent.body, mail: smtp.received.at(-1) };
  }

  test('has thread headers, and the response to it joins the thread', async () => {
    const { server, post, mail: arrived, sent } = await startThread('thread@example.org');
    expect(arrived).toMatchObject({ from: 'waypost@example.org', to: ['ines@example.org'] });
    expect(arrived?.mail).toMatchObject({
      subject: 'Re: Bridge down',
      text: expect.stringContaining('Which bank?'),
      inReplyTo: '<thread@example.org>',
      references: '<thread@example.org>',
      replyTo: [{ address: username }],
    });
    // A person wrote it, so out-of-office replies to it are allowed.
    expect(arrived?.header('auto-submitted')).toBeUndefined();
    const id = arrived?.mail.messageId ?? '';
    expect(id).toMatch(/^<[^@>]+@report\.example\.org>$/);
    const quote = 'On Tue, 3 Dec 2019 at 11:00, Waypost <waypost@example.org> wrote:\r\n> Which bank?';
    server.deliver(
      rawMailWithPhoto('reply@example.org', `The left one.\r\n\r\n${quote}`, [
        'Subject: Re: Bridge down',
        `In-Reply-To: ${id}`,
        `References: <thread@example.org> ${id}`,
      ]),
    );
    await fetchMail();
    const thread = await listMessagesOfPost(post);
    expect(thread.map(({ direction, message }) => [direction, message])).toEqual([
      ['incoming', 'Water at thread@example.org'],
      ['outgoing', 'Thank you. Which bank?'],
      ['incoming', 'The left one.'],
    ]);
    expect(thread[2]).toMatchObject({
      parent: { id: sent.id },
      post_id: post?.id,
      additional_data: { media: [expect.any(Number)], quoted_text: quote.replace('\r', '') },
    });
    expect(await findPostsByText('The left one.')).toHaveLength(0);
    const again = await app.send<Message>('reviewer', 'POST', '/messages', {
      message: 'Is anybody hurt?',
      parent_id: thread[2]?.id,
      contact_id: thread[2]?.contact_id,
    });
    await app.jobs.runPending();
    expect(again.status).toBe(200);
    expect(smtp.received.at(-1)?.mail).toMatchObject({
      inReplyTo: '<reply@example.org>',
      references: `<thread@example.org> ${id} <reply@example.org>`,
    });
  });

  test('that bounces is marked as failed, and the bounce creates no post', async () => {
    const { server, mail: arrived, sent } = await startThread('gone@example.org');
    const posts = await countRows('posts');
    server.deliver(
      rawMail(
        'bounce@example.org',
        [
          '--x\r\nContent-Type: text/plain\r\n\r\nNo such user.',
          '--x\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mail\r\n\r\nAction: failed\r\nStatus: 5.1.1',
          `--x\r\nContent-Type: text/rfc822-headers\r\n\r\nMessage-ID: ${arrived?.mail.messageId}\r\nSubject: Re: Bridge down`,
          '--x--',
        ].join('\r\n'),
        [
          'From: MAILER-DAEMON@example.org',
          'Return-Path: <>',
          'Content-Type: multipart/report; report-type=delivery-status; boundary=x',
        ],
      ),
    );
    await fetchMail();
    expect((await app.send<Message>('reviewer', 'GET', `/messages/${sent.id}`)).body.status).toBe('failed');
    expect(await countRows('posts')).toBe(posts);
  });

  test('that arrives in the polled mailbox itself creates no message', async () => {
    const { server, mail: arrived } = await startThread('loop@example.org');
    const messages = await countRows('messages');
    server.deliver(rawMail((arrived?.mail.messageId ?? '').replace(/[<>]/g, ''), 'Thank you. Which bank?'));
    await fetchMail();
    expect(await countRows('messages')).toBe(messages);
  });
});

test('automatic mails have the header Auto-Submitted', async () => {
  await app.send('passer-by', 'POST', '/passwordreset', { email: 'member@example.org' });
  await expect
    .poll(async () => {
      await app.jobs.runPending();
      return smtp.received.find(({ to }) => to[0] === 'member@example.org')?.header('auto-submitted');
    })
    .toBe('auto-generated');
});

describe('a mailbox is polled at once', () => {
  test('when its settings are saved, and when it is switched on', async () => {
    const server = await startImapServer({ username });
    cleanups.push(server.close);
    server.deliver(rawMail('saved@example.org', 'Waiting for the mailbox'));
    await configure(mailboxOptions(server.port));
    await app.jobs.runPending();
    expect(await findPostsByText('Waiting for the mailbox')).toHaveLength(1);

    await saveDataSources({ providers: { email: false } });
    server.deliver(rawMail('on@example.org', 'Waiting for the switch'));
    await app.jobs.runPending();
    expect(await findPostsByText('Waiting for the switch')).toHaveLength(0);
    await saveDataSources({ providers: { email: true } });
    await app.jobs.runPending();
    expect(await findPostsByText('Waiting for the switch')).toHaveLength(1);
  });

  test('but not when another data source is saved', async () => {
    const server = await startInbox();
    await app.jobs.runPending();
    expect(server.logins).toBe(1);
    await saveDataSources({ providers: { email: true, rss: false }, rss: { name: 'News' } });
    await app.jobs.runPending();
    expect(server.logins).toBe(1);
  });
});

test('the error of a mailbox is stored as a code without names', async () => {
  const server = await startInbox({ incoming_password: 'wrong' });
  await app.jobs.runPending();
  const { rows } = await sql<{ fault: string }>`select fault from data_sources where id = 'email'`.execute(
    app.db,
  );
  expect([rows, server.logins]).toEqual([[{ fault: 'login' }], 1]);
});
