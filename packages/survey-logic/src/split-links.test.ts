import { expect, test } from 'vitest';
import { readWebLink, shortenAddress, splitLinks } from './split-links.ts';

const found = (text: string) =>
  splitLinks(text).flatMap(({ start, end, link }) => (link ? [text.slice(start, end)] : []));

test.each<[text: string, ...addresses: string[]]>([
  ['no address'],
  [''],
  ['https://example.org', 'https://example.org'],
  ['See http://example.org/a?b=c&d#e and more', 'http://example.org/a?b=c&d#e'],
  ['HTTPS://EXAMPLE.ORG/A', 'HTTPS://EXAMPLE.ORG/A'],
  ['(https://example.org/a).', 'https://example.org/a'],
  ['https://en.wikipedia.org/wiki/Dam_(river)', 'https://en.wikipedia.org/wiki/Dam_(river)'],
  ['(see https://en.wikipedia.org/wiki/Dam_(river))!', 'https://en.wikipedia.org/wiki/Dam_(river)'],
  ['[map](https://example.org/a)', 'https://example.org/a'],
  ['<https://example.org/a>', 'https://example.org/a'],
  ['"https://example.org/a", he said', 'https://example.org/a'],
  ['“https://example.org/a”', 'https://example.org/a'],
  ["'https://example.org/a';", 'https://example.org/a'],
  ['Is it https://example.org/a?', 'https://example.org/a'],
  ['هل هو https://example.org/a؟', 'https://example.org/a'],
  ['https://example.org/a، ثم https://example.org/b۔', 'https://example.org/a', 'https://example.org/b'],
  ['यहाँ https://example.org/a।', 'https://example.org/a'],
  ['https://example.org/看到', 'https://example.org/看到'],
  ['見https://example.org/a。看', 'https://example.org/a'],
  ['（https://example.org/a）、「https://example.org/b」', 'https://example.org/a', 'https://example.org/b'],
  ['请看https://example.org看到了', 'https://example.org'],
  ['请看https://example.org:8080看到了/a', 'https://example.org:8080'],
  ['https://例え.jp/あ', 'https://例え.jp/あ'],
  ['https://fa.wikipedia.org/wiki/می\u200cخواهم', 'https://fa.wikipedia.org/wiki/می\u200cخواهم'],
  ['https://a.org/1,https://b.org/2', 'https://a.org/1', 'https://b.org/2'],
  ['https://a.org/1\nhttps://b.org/2', 'https://a.org/1', 'https://b.org/2'],
  ['https://web.archive.org/web/2020/https://a.org/', 'https://web.archive.org/web/2020/https://a.org/'],
  ['https://example.org/a\u202egpj.exe', 'https://example.org/a'],
  ['https://good.example\\@evil.example', 'https://good.example'],
  ['https://bank.example@evil.example/', 'https://bank.example@evil.example/'],
  ['http://192.0.2.7:8080/a http://[2001:db8::1]/', 'http://192.0.2.7:8080/a', 'http://[2001:db8::1]/'],
  ['https://youtu.be/dQw4w9WgXc_', 'https://youtu.be/dQw4w9WgXc_'],
  ['javascript:alert(1) data:text/html,x www.example.org example.org ftp://example.org mailto:a@b.org'],
  // A part of these was removed, or they were cut: they lead elsewhere.
  ['https://example.org/?tel=[…]&a https://example.org/lon…'],
  ['https://example.org/a […]', 'https://example.org/a'],
  ['xhttps://example.org'],
  ['http:// http://x https://... http://http://http://'],
  [`https://example.org/${'a'.repeat(9000)}`],
])('%s', (text, ...addresses) => {
  expect(found(text)).toEqual(addresses);
  expect(
    splitLinks(text)
      .map(({ start, end }) => text.slice(start, end))
      .join(''),
  ).toBe(text);
});

test.each([
  ['https://example.org/a', { url: 'https://example.org/a', realHost: null }],
  ['https://EXAMPLE.org:443?x', { url: 'https://example.org/?x', realHost: null }],
  ['https://example.org:8080/', { url: 'https://example.org:8080/', realHost: null }],
  ['https://bank.example@evil.example/', { url: 'https://evil.example/', realHost: 'evil.example' }],
  ['https://bank.example:x@evil.example/', { url: 'https://evil.example/', realHost: 'evil.example' }],
  // A Cyrillic letter.
  ['https://p\u0430ypal.com/', { url: 'https://xn--pypal-4ve.com/', realHost: 'xn--pypal-4ve.com' }],
  ['https://xn--pypal-4ve.com/', { url: 'https://xn--pypal-4ve.com/', realHost: null }],
  ['http://0x7f.1/', { url: 'http://127.0.0.1/', realHost: '127.0.0.1' }],
  ['https:///evil.example', { url: 'https://evil.example/', realHost: 'evil.example' }],
])('%s leads where it says, or its host is named', (address, link) => {
  expect(readWebLink(address)).toEqual(link);
});

test.each(['', 'javascript:alert(1)', 'data:text/html,x', 'ftp://example.org', 'https://', 'example.org'])(
  '%s is no web address',
  (address) => {
    expect(readWebLink(address)).toBeNull();
  },
);

test('shortens long addresses, never their host', () => {
  expect(shortenAddress('https://example.org/a')).toBe('https://example.org/a');
  const long = `https://example.org/${'a'.repeat(100)}/the-end.html`;
  expect(shortenAddress(long)).toBe(`https://example.org/${'a'.repeat(24)}…the-end.html`);
  const host = `${'long-name.'.repeat(12)}example.org`;
  expect(shortenAddress(`https://${host}/${'a'.repeat(100)}`)).toBe(`https://${host}…${'a'.repeat(12)}`);
  expect(shortenAddress(`https://${host}?a`)).toBe(`https://${host}?a`);
  expect(shortenAddress(`https://${'a'.repeat(5000)}@example.org/`)).toHaveLength(270 + 1 + 12);
  // Throws at half a character.
  expect(() => encodeURIComponent(shortenAddress(`https://example.org/${'👩'.repeat(100)}`))).not.toThrow();
});

test('takes time in proportion to the length of the text', () => {
  const million = (text: string) => text.repeat(1_000_000 / text.length);
  for (const text of [
    'http://',
    'http://a.b',
    'http://a.b ',
    'http://a.b,',
    'http://a.b)',
    'https:/',
    ')',
    '看',
  ])
    expect(splitLinks(million(text)).length).toBeGreaterThan(0);
}, 5000);

test('an address that is not written as one hides its host, and one with turned letters is none', () => {
  expect(readWebLink('https:bank.example@evil.example//evil.example/')).toMatchObject({
    realHost: 'evil.example',
  });
  expect(readWebLink('https://example.org/\u202Ebla')).toBeNull();
});
