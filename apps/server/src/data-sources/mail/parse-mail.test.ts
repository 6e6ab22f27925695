import { measureGrowth } from '@waypost/survey-logic/testing/measure-growth';
import { describe, expect, test } from 'vitest';
import { mailHtmlToText } from './html-to-text.ts';
import { parseMail } from './parse-mail.ts';

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
      quotedText: '',
      inReplyToIds: [],
      undeliveredIds: [],
      pictures: [],
    });
  });

  test.each([
    ['windows-1251', 'Content-Type: text/plain; charset=windows-1251', 'Мост'],
    ['iso-8859-1', 'Content-Type: text/plain; charset=iso-8859-1', 'Brücke'],
    ['windows-1252', 'Content-Type: text/plain; charset=windows-1252', '“Brücke” – 5 €'],
    ['utf-8', 'Content-Type: text/plain; charset=utf-8', 'جسر 桥'],
  ])('text in %s', async (charset, type, text) => {
    const encoded: Record<string, string> = {
      'windows-1251': '\xcc\xee\xf1\xf2',
      'iso-8859-1': 'Br\xfccke',
      'windows-1252': '\x93Br\xfccke\x94 \x96 5 \x80',
    };
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

describe('of HTML mails is kept the text above the quote of', () => {
  const own = '<div>The left bank.</div>';
  const introduction =
    'On Tue, 3 Dec 2019 at 10:41, Reports &lt;<a href="mailto:r@e.org">r@e.org</a>&gt; wrote:';
  const cases: Record<string, string> = {
    Gmail: `<div dir="ltr">The left bank.</div><br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">${introduction}<br></div><blockquote class="gmail_quote" style="margin:0">Which?</blockquote></div>`,
    'Gmail without an introduction': `${own}<div class="gmail_quote">On Tue Reports wrote:<blockquote>Which?</blockquote></div>`,
    'Gmail with a signature': `${own}<div class="gmail_signature">Ines, director</div><div class="gmail_quote">${introduction}<blockquote>Which?</blockquote></div>`,
    'Apple Mail': `${own}<div><br><blockquote type="cite"><div>${introduction}</div><br><div>Which?</div></blockquote></div>`,
    Thunderbird: `<p>The left bank.</p><div class="moz-cite-prefix">Op 3-12-2019 om 10:41 schreef Reports:<br></div><blockquote type="cite"><p>Which?</p></blockquote><div class="moz-signature">-- <br>Ines</div>`,
    Yahoo: `${own}<div id="y1" class="yahoo_quoted"><div>${introduction}</div><div>Which?</div></div>`,
    Proton: `${own}<div class="protonmail_signature_block">Sent with Proton Mail</div><div class="protonmail_quote">${introduction}<blockquote type="cite">Which?</blockquote></div>`,
    Zoho: `${own}<div class="zmail_extra"><div>---- ${introduction} ----</div><blockquote>Which?</blockquote></div>`,
    GMX: `${own}<div name="quote"><div><b>Gesendet:</b> heute</div><div name="quoted-content">Welche?</div></div>`,
    'an unmarked blockquote': `${own}<div>Le mar. 3 déc. 2019 à 10:41, Reports &lt;r@e.org&gt; a écrit&nbsp;:</div><blockquote>Quelle&nbsp;?</blockquote>`,
    Outlook:
      '<p>The left bank.</p><div style="border-top:solid 1pt"><p><b>Von:</b> Reports &lt;r@e.org&gt;<br><b>Gesendet:</b> Dienstag, 3. Dezember 2019 10:41<br><b>An:</b> Ines</p></div><p>Welche?</p>',
    // The quoted mail follows its header lines, which may be in any language.
    'Outlook on the web': `${own}<div id="appendonsend"></div><hr style="width:98%"><div id="divRplyFwdMsg"><b>Lähettäjä:</b> Reports<br><b>Lähetetty:</b> tiistai 3. joulukuuta</div><div>Kumpi?</div>`,
    'Outlook on a phone': `${own}<div id="ms-outlook-mobile-signature">Get <a href="https://aka.ms/o0ukef">Outlook for iOS</a></div><div class="ms-outlook-mobile-reference-message"><hr><b>From:</b> Reports<br>Which?</div>`,
  };
  const type = 'Content-Type: text/html; charset=utf-8';

  test.each(Object.entries(cases))('%s', async (_program, html) => {
    const { text, quotedText } = await parse(['In-Reply-To: <x@y>', type], html);
    expect(text).toBe('The left bank.');
    expect(quotedText).toMatch(/Which\?|Welche\?|Kumpi\?|Quelle/);
  });

  test.each([
    ['<div class="gmail_signature">Ines</div><div>The bridge is down.</div>', 'The bridge is down.', 'Ines'],
    [
      '<div>Hello</div><div class="moz-signature">Ines<br>Director</div><p>P.S. No light.</p>',
      'Hello\n\nP.S. No light.',
      'Ines\nDirector',
    ],
    [
      '<blockquote style="margin: 0 0 0 40px; border: none; padding: 0px;">Near the mill.</blockquote>',
      'Near the mill.',
      '',
    ],
    [
      '<table><tr><td>From</td><td>market</td></tr></table><p style="display:none">Hidden</p>',
      'From market',
      '',
    ],
  ])('and the text around signatures and indents: %s', async (html, text, quotedText) => {
    for (const headers of [[type], ['In-Reply-To: <x@y>', type]])
      expect(await parse(headers, html)).toMatchObject({ text, quotedText });
  });

  test('nothing: a mail that was passed on is kept whole', async () => {
    const html = cases['Gmail'] ?? '';
    const sentOn = await parseMail(mail(['From: a@b.org', 'Subject: Fwd: It', type], html));
    expect([sentOn.text, sentOn.quotedText]).toEqual([expect.stringMatching(/^The left[^]*Which\?$/), '']);
  });

  test('any program, in time that does not grow with the depth of its elements', async () => {
    for (const nested of ['<ul><li>', '<td><p>a', '<div></x>', '<blockquote>']) {
      const convert = (count: number) =>
        mailHtmlToText(`<p>Water</p>${nested.repeat(count)}`, { isAnswer: true });
      expect(convert(1000)).toMatch(/^Water/);
      // A parser that takes time in the square of the depth would take 400 times as long.
      expect(measureGrowth(convert, 5000, 20)).toBeLessThan(60);
    }
  });
});

test.each([
  'Re: Bridge',
  'AW: Brücke',
  'Antw: Brug',
  'RIF: Ponte',
  'R: Ponte',
  'Odp: Most',
  'YNT: Köprü',
  'Vá: Híd',
  'SV: Bro',
  '回复：桥',
  'رد: جسر',
  'Відп: Міст',
  'Bls: Jembatan',
])('the quote is left out of a mail with the subject %s, which names no other mail', async (subject) => {
  const headers = ['From: a@b.org', `Subject: ${subject}`, 'Content-Type: text/plain; charset=utf-8'];
  const { text } = await parseMail(mail(headers, 'Water\r\n\r\n> Which?'));
  expect(text).toBe('Water');
});
