import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { startDeployment } from '../testing/deployment.ts';
import { callerOf, forgive, isWithin } from './throttle.ts';

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:0:1:aaaa::1', '2001:db8:0:1'],
  ['2001:0db8::1:2:3', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
])('%s counts as %s', (ip, caller) => {
  expect(callerOf(ip)).toBe(caller);
});

describe('who was counted', () => {
  const throttle = { name: 'reports', most: 1, seconds: 600 };
  afterEach(() => vi.useRealTimers());

  test('cannot be told from what is kept, and the key of yesterday is gone', async () => {
    const it = await startDeployment();
    expect(await isWithin(it.db, throttle, '192.0.2.7')).toBe(true);
    expect(await isWithin(it.db, throttle, '192.0.2.7')).toBe(false);
    const hashes = async () => (await it.db.selectFrom('throttles').select('key').execute()).map(String);
    const plain = createHash('sha256').update('reports\n192.0.2.7').digest();
    expect(await hashes()).not.toContain(String(plain));
    await forgive(it.db, throttle, '192.0.2.7');
    expect(await isWithin(it.db, throttle, '192.0.2.7')).toBe(true);

    const keys = async () => (await sql<{ key: Buffer }>`select key from throttle_keys`.execute(it.db)).rows;
    const [first] = await keys();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 86_400_000 });
    expect(await isWithin(it.db, throttle, '192.0.2.7')).toBe(true);
    const after = await keys();
    expect(after).toHaveLength(1);
    expect(after[0]?.key.equals(first?.key ?? Buffer.alloc(0))).toBe(false);
    await it.close();
  });

  test('is counted by one key when many begin the day at once', async () => {
    const it = await startDeployment();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => isWithin(it.db, { ...throttle, most: 3 }, '198.51.100.4')),
    );
    expect(answers.filter(Boolean)).toHaveLength(3);
    await it.close();
  });
});
