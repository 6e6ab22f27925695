import { expect, test } from 'vitest';
import { callerOf } from './throttle.ts';

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:0:1:aaaa::1', '2001:db8:0:1'],
  ['2001:0db8::1:2:3', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
])('%s counts as %s', (ip, caller) => {
  expect(callerOf(ip)).toBe(caller);
});
