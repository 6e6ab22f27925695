import { expect, test } from 'vitest';
import { findMentioned, findTypedMention, insertMention, splitMentions } from './mention-text.ts';

test('a mention begins with @ at the beginning of a word', () => {
  expect(findTypedMention('See @ma', 7)).toEqual({ start: 4, text: 'ma' });
  expect(findTypedMention('@', 1)).toEqual({ start: 0, text: '' });
  expect(findTypedMention('@maria lo', 9)).toEqual({ start: 0, text: 'maria lo' });
  expect(findTypedMention('(@ма', 4)).toEqual({ start: 1, text: 'ма' });
  expect(findTypedMention('name@example', 12)).toBeNull();
  expect(findTypedMention('@maria\nnext', 11)).toBeNull();
  expect(findTypedMention('no mention', 5)).toBeNull();
});

test('the name takes the place of what was typed', () => {
  const mention = { start: 4, text: 'ma' };
  expect(insertMention('See @ma today', 7, mention, 'Maria López')).toEqual({
    text: 'See @Maria López today',
    cursor: 17,
  });
});

test('names are found in the text, the longest first', () => {
  const members = [
    { id: 1, name: 'Ana' },
    { id: 2, name: 'Ana María' },
    { id: 3, name: 'O.' },
  ];
  expect(splitMentions('@Ana María, see @Ana.', ['Ana', 'Ana María'])).toEqual([
    { text: '@Ana María', isMention: true },
    { text: ', see ', isMention: false },
    { text: '@Ana', isMention: true },
    { text: '.', isMention: false },
  ]);
  expect(findMentioned('@Ana María', members).map(({ id }) => id)).toEqual([2]);
  expect(findMentioned('@Anabel @OK', members)).toEqual([]);
});
