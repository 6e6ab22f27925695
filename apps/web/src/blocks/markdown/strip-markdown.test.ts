import { expect, test } from 'vitest';
import { stripMarkdown } from './strip-markdown.ts';

test.each([
  ['Tell us **where**. [How](https://example.org/x)', 'Tell us where. How'],
  ['# Roads\n\n- flooded\n- closed', 'Roads flooded closed'],
  ['snake_case and 2 * 3 stay', 'snake_case and 2 * 3 stay'],
])('%j becomes %j', (text, plainText) => {
  expect(stripMarkdown(text)).toBe(plainText);
});
