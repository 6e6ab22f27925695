/** No text of a report freezes the page of whoever reads it. */
import { limits } from '@waypost/contract/common/limits';
import { parsePlaceText } from '@waypost/survey-logic/places/parse-place-text';
import { findSlowTexts } from '@waypost/survey-logic/testing/find-slow-texts';
import { ordinaryText } from '@waypost/survey-logic/testing/hostile-texts';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { isFormattable } from './is-formattable.ts';
import { MarkdownTree } from './markdown-tree.tsx';
import { stripMarkdown } from './strip-markdown.ts';

const format = (text: string) => isFormattable(text) && renderToStaticMarkup(<MarkdownTree text={text} />);

/** A long answer with paragraphs and a list. */
const usualMarkdown = (length: number) =>
  `${'- **Water**: _two_ wells\n'.repeat(250)}\n${ordinaryText(length).replaceAll('. ', '.\n\n')}`.slice(
    0,
    length,
  );

test('formatting', () => {
  expect(findSlowTexts(format, limits.longText, usualMarkdown(limits.longText))).toEqual([]);
});

test.each([
  ['the text without marks', stripMarkdown],
  ['a place', (text: string) => parsePlaceText(text, { lat: 0, lon: 0 })],
])('%s', (_name, work) => {
  expect(findSlowTexts(work, limits.longText)).toEqual([]);
});

test.each([
  ['a paragraph of marks', '*_'.repeat(400)],
  ['quotes within quotes', `${'> '.repeat(30)}x`],
  ['lists within lists', `${'- '.repeat(30)}x`],
])('%s is shown as it was typed', (_name, text) => {
  expect(isFormattable(text)).toBe(false);
});

test.each([
  ['a list of a hundred points', '- **Water**: [two wells](https://example.org/a_b)\n'.repeat(100)],
  ['a line', `Above\n\n${'-'.repeat(80)}\n\n* * * * *\n\nbelow`],
  ['a quote of a quote', '> > It has _two_ levels.'],
])('%s is formatted', (_name, text) => {
  expect(isFormattable(text)).toBe(true);
});
