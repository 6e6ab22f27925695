import { expect, test } from 'vitest';
import { countSmsSegments } from './sms-segments.ts';

test.each([
  ['', 0],
  ['Where are you?', 1],
  ['a'.repeat(160), 1],
  ['a'.repeat(161), 2],
  ['a'.repeat(306), 2],
  ['a'.repeat(307), 3],
  // The euro takes the room of two, and is never cut in halves.
  ['€'.repeat(80), 1],
  ['€'.repeat(81), 2],
  [`${'a'.repeat(152)}€${'a'.repeat(20)}`, 2],
  // One letter beyond the alphabet, and everything takes more room.
  [`${'a'.repeat(69)}ş`, 1],
  [`${'a'.repeat(70)}ş`, 2],
  ['سلام'.repeat(17), 1],
  ['😀'.repeat(35), 1],
  ['😀'.repeat(36), 2],
])('%j', (text, segments) => expect(countSmsSegments(text)).toBe(segments));
