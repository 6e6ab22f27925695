import { measureGrowth } from '@waypost/survey-logic/testing/measure-growth';
import { describe, expect, test } from 'vitest';
import { parseMail } from './parse-mail.ts';
import { stripQuotesAndSignature } from './strip-quotes.ts';

const mail = (headers: readonly string[], body: string, encoding: BufferEncoding = 'utf8') =>
  Buffer.from([...headers, '', body].join('\r\n'), encoding);
const commonHeaders = [
  'From: Ines <Ines@Example.org>',
  'Subject: Bridge down',
  'Message-ID: <a1@example.org>',
];
const parse = (headers: readonly string[], body: string, encoding?: BufferEncoding) =>
  parseMail(mail([...commonHeaders, ...headers], body, encoding));

describe('a mail is parsed to', () => {
  test('the items of a list, whatever numbers it claims', async () => {
    const html = '<p>Needed:</p><ol type="i" start="10000"><li>water</li><li>food</li></ol>';
    expect((await parse(['Content-Type: text/html'], html)).text).toBe('Needed:\n\n * water\n * food');
  });

  test('its author, date and text', async () => {
    expect(await parse(['Date: Tue, 03 Dec 2019 10:41:17 +0200'], 'The bridge is down.\r\n')).toEqual({
      id: 'a1@example.org',
      authorKind: 'person',
      from: 'ines@example.org',
      name: 'Ines',
      subject: 'Bridge down',
      date: new Date('2019-12-03T08:41:17Z'),
      text: 'The bridge is down.',
      inReplyToIds: [],
      undeliveredIds: [],
      pictures: [],
    });
  });

  test.each([
    ['windows-1251', 'Content-Type: text/plain; charset=windows-1251', 'Мост'],
    ['iso-8859-1', 'Content-Type: text/plain; charset=iso-8859-1', 'Brücke'],
    ['utf-8', 'Content-Type: text/plain; charset=utf-8', 'جسر 桥'],
  ])('text in %s', async (charset, type, text) => {
    const encoded: Record<string, string> = { 'windows-1251': '\xcc\xee\xf1\xf2', 'iso-8859-1': 'Br\xfccke' };
    const body = encoded[charset] ?? Buffer.from(text).toString('latin1');
    expect((await parse([type, 'Content-Transfer-Encoding: 8bit'], body, 'latin1')).text).toBe(text);
  });

  test('a subject in any encoding, and no date in the future', async () => {
    const strange = await parseMail(
      mail(
        [
          'From: =?iso-8859-1?Q?J=F6rg?= <j@example.org>',
          'Subject: =?utf-8?B?w5xiZXI=?= =?utf-8?Q?_uns?=',
          'Date: Tue, 03 Dec 2199 10:41:17 +0200',
        ],
        'x',
      ),
    );
    expect([strange.name, strange.subject, strange.date, strange.id]).toEqual([
      'Jörg',
      'Über uns',
      undefined,
      null,
    ]);
  });

  test('plain text from HTML, without active content', async () => {
    const html = `<html><style>p{}</style><body><h1>Bridge</h1><p>is <b>down</b> &amp; gone</p><script>alert(1)</script>
      <ul><li>one</li><li>two</li></ul><a href="https://example.org/map">Map</a><img src="https://spy.example/1.gif">
      <div class="gmail_signature">Ines, director</div></body></html>`;
    const { text } = await parse(['Content-Type: text/html; charset=utf-8'], html);
    expect(text).toBe('Bridge\n\nis down & gone\n\n * one\n * two\n\nMap [https://example.org/map]');
  });

  test('pictures, without decoration and other files', async () => {
    const part = (head: string, bytes: Buffer) =>
      ['--x', head, 'Content-Transfer-Encoding: base64', '', bytes.toString('base64')].join('\r\n');
    const body = [
      '--x\r\nContent-Type: text/html\r\n\r\n<p>See</p><img src="cid:logo"><img src="cid:photo">',
      part('Content-Type: image/png; name="logo.png"\r\nContent-ID: <logo>', Buffer.alloc(900, 1)),
      part('Content-Type: image/jpeg; name="photo.jpg"\r\nContent-ID: <photo>', Buffer.alloc(9000, 2)),
      part(
        'Content-Type: application/octet-stream\r\nContent-Disposition: attachment; filename="Roof.JPG"',
        Buffer.alloc(50, 3),
      ),
      part(
        'Content-Type: application/pdf\r\nContent-Disposition: attachment; filename="a.pdf"',
        Buffer.alloc(50, 4),
      ),
      '--x--',
    ].join('\r\n');
    const { pictures } = await parse(
      ['MIME-Version: 1.0', 'Content-Type: multipart/related; boundary=x'],
      body,
    );
    expect(pictures.map(({ name, bytes }) => [name, bytes.length, bytes[0]])).toEqual([
      ['photo.jpg', 9000, 2],
      ['Roof.JPG', 50, 3],
    ]);
  });

  test('the ids of the mails that it replies to, nearest first', async () => {
    const { inReplyToIds } = await parse(['In-Reply-To: <c@w>', 'References: <a@w> <b@w>\r\n <c@w>'], 'Yes');
    expect(inReplyToIds).toEqual(['c@w', 'b@w', 'a@w']);
  });

  test('an empty result from invalid bytes, without an error', async () => {
    for (const bytes of [
      Buffer.alloc(0),
      Buffer.alloc(3000, 0xff),
      Buffer.from('\r\n\r\n'),
      Buffer.from('Content-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\n'),
    ])
      expect(await parseMail(bytes)).toMatchObject({ from: '', id: null, pictures: [] });
  });
});

describe('the author of a mail is', () => {
  test.each([
    ['a person', [], 'person'],
    ['a person who says so', ['Auto-Submitted: no'], 'person'],
    ['an out-of-office note', ['Auto-Submitted: auto-replied (vacation)'], 'automatic'],
    ['a list', ['Precedence: list'], 'automatic'],
    ['a newsletter', ['Precedence: bulk'], 'automatic'],
    ['an older answering machine', ['X-Autoreply: yes'], 'automatic'],
    ['a sender without a return path', ['Return-Path: <>'], 'automatic'],
    ['a person with a return path', ['Return-Path: <ines@example.org>'], 'person'],
    [
      'a receipt',
      ['Content-Type: multipart/report; report-type=disposition-notification; boundary=x'],
      'automatic',
    ],
    ['an older daemon', ['X-Failed-Recipients: omar@example.org'], 'bounce'],
  ])('%s', async (_sender, headers, authorKind) => {
    expect((await parse(headers, 'Hello')).authorKind).toBe(authorKind);
  });

  test('a bounce names the undelivered mails', async () => {
    const parts = [
      '--x\r\nContent-Type: text/plain\r\n\r\nSorry.',
      '--x\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mail\r\n\r\nAction: failed\r\nStatus: 5.1.1',
      '--x\r\nContent-Type: message/rfc822\r\n\r\nMessage-ID: <ours.7@report.example.org>\r\nSubject: Re: Bridge\r\n\r\nThank you',
      '--x--',
    ].join('\r\n');
    for (const type of ['message/rfc822', 'text/rfc822-headers']) {
      const bounce = await parseMail(
        mail(
          [
            'From: MAILER-DAEMON@example.org',
            'Return-Path: <>',
            'Content-Type: multipart/report; report-type=delivery-status; boundary=x',
          ],
          parts.replace('message/rfc822', type),
        ),
      );
      expect([bounce.authorKind, bounce.undeliveredIds]).toEqual(['bounce', ['ours.7@report.example.org']]);
    }
  });
});

describe('from a reply is kept', () => {
  const reply = { isAnswer: true, isForwarded: false };
  const own = 'The left bank.\n\nTwo houses.';
  test.each([
    ['Gmail', 'On Tue, 3 Dec 2019 at 10:41, Reports <reports@example.org> wrote:\n> Which bank?'],
    [
      'Gmail, wrapped',
      'On Tue, 3 Dec 2019 at 10:41, A Name That Is Rather Long <\nreports@example.org> wrote:\n\n> Which bank?',
    ],
    ['German', 'Am 03.12.2019 um 10:41 schrieb Reports:\n> Welche?'],
    ['French', 'Le mar. 3 déc. 2019 à 10:41, Reports <reports@example.org> a écrit :\n> Quelle rive ?'],
    ['Spanish', 'El mar, 3 dic 2019 a las 10:41, Reports (<reports@example.org>) escribió:\n> ¿Cuál?'],
    ['Portuguese', 'Em ter., 3 de dez. de 2019 às 10:41, Reports escreveu:\n> Qual?'],
    ['Russian', 'вт, 3 дек. 2019 г. в 10:41, Reports <reports@example.org>:\n\n> Какой?'],
    ['Chinese', '2019年12月3日 10:41，Reports <reports@example.org> 写道：\n> 哪个？'],
    [
      'Outlook',
      '________________________________\nFrom: Reports <reports@example.org>\nSent: Tuesday, 3 December 2019 10:41\nTo: Ines\nSubject: Bridge\n\nWhich bank?',
    ],
    [
      'Outlook in German',
      'Von: Reports <reports@example.org>\nGesendet: Dienstag, 3. Dezember 2019 10:41\nAn: Ines\nBetreff: Brücke\n\nWelche?',
    ],
    ['old programs', '-----Original Message-----\nFrom: Reports\n\nWhich bank?'],
    [
      'Outlook in French',
      '-----Message d’origine-----\nDe : Reports\nEnvoyé : mardi 3 décembre 2019 10:41\n\nQuelle rive ?',
    ],
    [
      'Outlook in French, without dashes',
      'De\u00a0: Reports <reports@example.org>\nEnvoyé\u00a0: mardi 3 décembre 2019 10:41\nÀ\u00a0: Ines\nObjet\u00a0: Pont\n\nQuelle rive\u202f?',
    ],
    ['old programs in German', '-----Ursprüngliche Nachricht-----\nVon: Reports\n\nWelche?'],
    ['web mail in German', '-------- Original-Nachricht --------\nBetreff: Brücke\n\nWelche?'],
    [
      'French, with narrow blanks',
      'Le mar. 3 déc. 2019 à 10:41, Reports <reports@example.org> a écrit\u202f:\n\n> Quelle rive ?',
    ],
    ['Japanese', '2019/12/03 10:41、Reports <reports@example.org>のメッセージ:\n> どちら？'],
    ['Korean', '2019. 12. 3. 오전 10:41, Reports <reports@example.org> 작성:\n> 어느 쪽?'],
    ['Arabic', 'في الثلاثاء، 3 ديسمبر 2019 في 10:41 تمت كتابة ما يلي بواسطة Reports:\n> أي ضفة؟'],
    ['a signature', '-- \nInes Ortega\nDirector'],
    ['a telephone', 'Sent from my iPhone'],
    ['a telephone in French', 'Envoyé de mon iPhone'],
  ])('the text above the quote or footer of %s', (_program, quote) => {
    expect(stripQuotesAndSignature(`${own}\r\n\r\n${quote}\n`, reply)).toBe(own);
  });

  test('the text above an original message, although no header says that the mail is a reply', () => {
    const quote = '-----Original Message-----\r\nFrom: Reports\r\nSent: Tuesday\r\n\r\nWhich bank?';
    expect(stripQuotesAndSignature(`${own}\r\n\r\n${quote}`, { isAnswer: false, isForwarded: false })).toBe(
      own,
    );
  });

  test.each([
    'At 10:41 I saw three things:\n\nwater, mud and people.',
    'From: the market\nTo: the bridge, 2 km:\n\nall under water',
    'Op 3 plaatsen staat water:\n\nmarkt, brug, school',
  ])('all of a text that only resembles a quote: %j', (text) => {
    expect(stripQuotesAndSignature(text, reply)).toBe(text);
  });

  test('the text between quoted lines', () => {
    expect(stripQuotesAndSignature('> Which bank?\nThe left one.\n\n> When?\nAt noon.', reply)).toBe(
      'The left one.\n\nAt noon.',
    );
  });

  test('everything, if all of it looks quoted or the mail was forwarded', () => {
    expect(stripQuotesAndSignature('> Which bank?', reply)).toBe('> Which bank?');
    const sentOn = 'See below.\n\nFrom: Omar\nSent: today\nSubject: It\n\nThe bridge is down.\n--\nOmar';
    expect(stripQuotesAndSignature(sentOn, { isAnswer: false, isForwarded: true })).toBe(sentOn);
    // A mail that is no reply keeps lines that look quoted.
    expect(
      stripQuotesAndSignature('> marks a line\nFrom: here\nSent: there', {
        isAnswer: false,
        isForwarded: false,
      }),
    ).toBe('> marks a line\nFrom: here\nSent: there');
  });

  test('the same from HTML as from text', async () => {
    const html =
      '<p>The left bank.</p><div class="gmail_quote">On Tue Reports wrote:<blockquote>Which?</blockquote></div>';
    const type = 'Content-Type: text/html; charset=utf-8';
    const gmail =
      '<div dir="ltr">The left bank.</div><br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">On Tue, 3 Dec 2019 at 10:41, Reports &lt;<a href="mailto:r@e.org">r@e.org</a>&gt; wrote:<br></div><blockquote class="gmail_quote" style="margin:0">Which?</blockquote></div>';
    expect((await parse(['In-Reply-To: <x@y>', type], gmail)).text).toBe('The left bank.');
    const plainQuote =
      '<div>The left bank.</div><div>Le mar. 3 déc. 2019 à 10:41, Reports &lt;r@e.org&gt; a écrit&nbsp;:</div><blockquote>Quelle&nbsp;?</blockquote>';
    expect((await parse(['In-Reply-To: <x@y>', type], plainQuote)).text).toBe('The left bank.');
    const outlook =
      '<p>The left bank.</p><div style="border-top:solid 1pt"><p><b>Von:</b> Reports &lt;r@e.org&gt;<br><b>Gesendet:</b> Dienstag, 3. Dezember 2019<br><b>An:</b> Ines</p></div><p>Welche?</p>';
    expect((await parse(['In-Reply-To: <x@y>', type], outlook)).text).toBe('The left bank.');
    // The quoted mail follows its header lines, which may be in any language.
    const outlookWeb =
      '<div>The left bank.</div><div id="appendonsend"></div><hr style="width:98%"><div id="divRplyFwdMsg"><b>Lähettäjä:</b> Reports<br><b>Lähetetty:</b> tiistai 3. joulukuuta</div><div>Kumpi?</div>';
    expect((await parse(['In-Reply-To: <x@y>', type], outlookWeb)).text).toBe('The left bank.');
    expect((await parse(['In-Reply-To: <x@y>', type], html)).text).toBe('The left bank.');
    const sentOn = await parseMail(mail(['From: a@b.org', 'Subject: Fwd: It', type], html));
    expect(sentOn.text).toContain('Which?');
  });

  test('in linear time for long mails', () => {
    const line = `${'On and on it goes, line after line '.repeat(4)}\n`;
    const strip = (lines: number) => stripQuotesAndSignature(line.repeat(lines), reply);
    // A quadratic algorithm would take 64 times as long.
    expect(measureGrowth(strip, 150, 64)).toBeLessThan(8);
  });
});
