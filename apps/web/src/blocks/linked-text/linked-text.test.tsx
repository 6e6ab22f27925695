import { limits } from '@waypost/contract/common/limits';
import { findSlowTexts } from '@waypost/survey-logic/testing/find-slow-texts';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { MarkdownTree } from '../markdown/markdown-tree.tsx';
import AddressText from './address-text.tsx';
import LinkedParts from './linked-parts.tsx';

/** The elements of a text, in a block. */
function render(text: string, renderPart?: (start: number, end: number) => string): HTMLElement {
  const block = document.createElement('p');
  block.innerHTML = renderToStaticMarkup(<LinkedParts text={text} renderPart={renderPart} />);
  return block;
}
const linksOf = (block: HTMLElement) => [...block.querySelectorAll('a')];

test('web addresses become links that open another window, and the text stays', () => {
  const text = 'Photos: https://example.org/a, and <b>https://example.org/b</b> (http://example.org/c).';
  const block = render(text);
  expect(block).toHaveTextContent(text);
  expect(linksOf(block).map((it) => it.href)).toEqual([
    'https://example.org/a',
    'https://example.org/b',
    'http://example.org/c',
  ]);
  for (const link of linksOf(block)) {
    expect(link).toHaveAttribute('rel', 'nofollow noopener noreferrer ugc');
    expect(link).toHaveAttribute('target', '_blank');
    expect(link).toHaveAttribute('dir', 'ltr');
    expect(link).toHaveAttribute('translate', 'no');
  }
});

test('nothing else becomes a link', () => {
  expect(linksOf(render('javascript:alert(1) data:text/html,x www.example.org a@example.org'))).toEqual([]);
});

test.each([
  ['https://bank.example@evil.example/', 'https://evil.example/', '(evil.example)'],
  ['https://p\u0430ypal.com/', 'https://xn--pypal-4ve.com/', '(xn--pypal-4ve.com)'],
])('%s names its real host', (address, href, host) => {
  const [link] = linksOf(render(`See ${address}`));
  expect(link).toHaveAttribute('href', href);
  expect(link).toHaveTextContent(`${address} ${host}`);
});

test('the middle of a long address is left out, and it leads to all of it', () => {
  const address = `https://example.org/${'a'.repeat(100)}/end.html`;
  const [link] = linksOf(render(address));
  expect(link?.textContent).toMatch(/^https:\/\/example\.org\/a+…a+\/end\.html$/);
  expect(link?.textContent?.length).toBeLessThan(60);
  expect(link).toHaveAttribute('href', address);
  expect(link).toHaveAttribute('title', address);
});

test('whoever renders the parts renders those of links, too, unshortened', () => {
  const text = `At https://example.org/${'a'.repeat(100)} now`;
  const block = render(text, (start, end) => text.slice(start, end).toUpperCase());
  expect(block).toHaveTextContent(text.toUpperCase());
  expect(linksOf(block)[0]).toHaveAttribute('href', `https://example.org/${'a'.repeat(100)}`);
});

test('an answer that should be an address is a link only if it is one', () => {
  expect(renderToStaticMarkup(<AddressText text="http://localhost/a" />)).toContain(
    'href="http://localhost/a"',
  );
  expect(renderToStaticMarkup(<AddressText text="javascript:alert(1)" />)).not.toContain('href');
});

test('links of formatted texts say the same to search engines', () => {
  expect(renderToStaticMarkup(<MarkdownTree text="[a](https://example.org)" />)).toContain(
    'rel="nofollow noopener noreferrer ugc"',
  );
});

test('no text freezes the page', () => {
  const work = (text: string) => renderToStaticMarkup(<LinkedParts text={text} />);
  expect(findSlowTexts(work, limits.longText)).toEqual([]);
});
