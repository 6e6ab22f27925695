import { expect, test } from 'vitest';
import { countSmsSegments } from './sms-segments.ts';

test.each([
  ['', 0],
  ['Where are you?', 1],
  ['a'.repeat(160), 1],
  ['a'.repeat(161), 2],
  ['a'.repeat(306), 2],
  ['a'.repeat(307), 3],
  // The euro sign takes two units, which are never split.
  ['€'.repeat(80), 1],
  ['€'.repeat(81), 2],
  [`${'a'.repeat(152)}€${'a'.repeat(20)}`, 2],
  // One character outside the GSM alphabet, and the whole text is sent in UCS-2.
  [`${'a'.repeat(69)}ş`, 1],
  [`${'a'.repeat(70)}ş`, 2],
  ['سلام'.repeat(17), 1],
  ['😀'.repeat(35), 1],
  ['😀'.repeat(36), 2],
])('segments of %j', (text, segments) => expect(countSmsSegments(text)).toBe(segments));
