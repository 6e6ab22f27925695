import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { startTestApp } from '../../testing/app/test-app.ts';
import { isAttemptAllowed, resetAttempts, toNetworkPrefix } from './throttle.ts';

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:0:1:aaaa::1', '2001:db8:0:1'],
  ['2001:0db8::1:2:3', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
])('%s counts as %s', (ip, caller) => {
  expect(toNetworkPrefix(ip)).toBe(caller);
});

describe('the counted subject', () => {
  const throttle = { name: 'reports', maxAttempts: 1, windowSeconds: 600 };
  afterEach(() => vi.useRealTimers());

  test('cannot be derived from the stored hash, and the key of the previous day is deleted', async () => {
    const app = await startTestApp();
    expect(await isAttemptAllowed(app.db, throttle, '192.0.2.7')).toBe(true);
    expect(await isAttemptAllowed(app.db, throttle, '192.0.2.7')).toBe(false);
    const hashes = async () => (await app.db.selectFrom('throttles').select('key').execute()).map(String);
    const plain = createHash('sha256').update('reports\n192.0.2.7').digest();
    expect(await hashes()).not.toContain(String(plain));
    await resetAttempts(app.db, throttle, '192.0.2.7');
    expect(await isAttemptAllowed(app.db, throttle, '192.0.2.7')).toBe(true);

    const keys = async () => (await sql<{ key: Buffer }>`select key from throttle_keys`.execute(app.db)).rows;
    const [first] = await keys();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 86_400_000 });
    expect(await isAttemptAllowed(app.db, throttle, '192.0.2.7')).toBe(true);
    const after = await keys();
    expect(after).toHaveLength(1);
    expect(after[0]?.key.equals(first?.key ?? Buffer.alloc(0))).toBe(false);
    await app.close();
  });

  test('is counted under one key when many requests create the key of the day at once', async () => {
    const app = await startTestApp();
    const results = await Promise.all(
      Array.from({ length: 8 }, () =>
        isAttemptAllowed(app.db, { ...throttle, maxAttempts: 3 }, '198.51.100.4'),
      ),
    );
    expect(results.filter(Boolean)).toHaveLength(3);
    await app.close();
  });
});
