import { expect, test } from 'vitest';
import { scaled } from '../../testing/time.ts';
import { normalizeMessage, parseSender } from './normalize-message.ts';

/** A decimal digit, or what people and phones write between digits. */
const mayStandBetweenDigits =
  /^(?:\p{Nd}|[^\S\n\r\v\f\u2028\u2029]|(?=\p{Cf})\p{DI}|[()[\]./\p{Pd}\uff08\uff09\uff0e\uff0f\uff3b\uff3d])$/u;
/** Spaces and line breaks around a number are no part of it. */
const mayStandAround = /^\s$/u;

const isNumber = (sender: string) => /^\+?[0-9]+$/.test(sender.replace(/[ ()./-]/g, ''));

test('no character but a digit or a separator makes another number of a sender', {
  timeout: scaled(60_000),
}, () => {
  const wrong: string[] = [];
  for (let codePoint = 0; codePoint <= 0x10ffff; codePoint++) {
    const character = String.fromCodePoint(codePoint);
    // Letters without case and unassigned code points are the most, and alike.
    if (/[\p{Lo}\p{Cn}\p{Co}]/u.test(character) || mayStandBetweenDigits.test(character)) continue;
    const at = `U+${codePoint.toString(16)}`;
    if (isNumber(parseSender(`+1202555013${character}5`))) wrong.push(`${at} inside`);
    if (mayStandAround.test(character) || character === '+' || character === '\uff0b') continue;
    if (isNumber(parseSender(`12025550135${character}`))) wrong.push(`${at} at the end`);
    if (isNumber(parseSender(`${character}12025550135`))) wrong.push(`${at} at the start`);
  }
  expect(wrong).toEqual([]);
});

test.each([' '.repeat(250), '('.repeat(250), '\u200b'.repeat(300), '-'.repeat(9000)])(
  'a long sender does not become the number that it begins with',
  (padding) => {
    for (const end of ['x9', '#4', '\0', '\ud83d', '7x']) {
      const sender = parseSender(`+12025550135${padding}${end}`);
      expect([isNumber(sender), sender.length <= 255]).toEqual([false, true]);
      expect(parseSender(sender)).toBe(sender);
      expect(sender).not.toBe(parseSender(`+12025550135${padding}${end}1`));
    }
  },
);

test('a sender that is no number does not look like one', () => {
  for (const invisible of ['\ufe0f', '\u034f', '\u115f', '\u17b4', '\u{e0101}', '\u2800'])
    expect(parseSender(`+12025550135${invisible}x`)).toBe('+12025550135\ufffdx');
  expect(parseSender('+\u200b')).toBe('+\ufffd');
});

test('a message that is normalized again stays the same', () => {
  const normalized = normalizeMessage({
    type: 'email',
    from: `${'a'.repeat(300)}@example.org`,
    message: 'a\0b',
    title: null,
    id: 'i'.repeat(50_000),
    inReplyToIds: ['j'.repeat(50_000)],
  });
  expect(normalizeMessage(normalized)).toEqual(normalized);
  expect(normalized.from).not.toContain('@example.org');
  expect([normalized.message, normalized.id?.length, normalized.inReplyToIds?.[0]?.length]).toEqual([
    'ab',
    50,
    50,
  ]);
});
