import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { takeLock } from './lock.ts';
import { freshDataDir } from './testing.ts';

async function home(): Promise<string> {
  const directory = await freshDataDir();
  await mkdir(directory);
  return directory;
}

it('is held by one at a time', async () => {
  const directory = await home();
  const lock = await takeLock(directory);
  await expect(takeLock(directory)).rejects.toThrow(/Another Waypost/);
  await lock.release();
  await (await takeLock(directory)).release();
});

it('is taken over from the dead, from a pid used again, from a copied directory and from rubbish', async () => {
  for (const left of [
    JSON.stringify({ pid: 4_194_000, identity: '1 boot', home: '/gone' }),
    JSON.stringify({ pid: process.pid, identity: 'an earlier process' }),
    'half a fi',
  ]) {
    const directory = await home();
    const text = left.replace('"/gone"', JSON.stringify(directory));
    await writeFile(join(directory, 'waypost.lock'), text);
    await (await takeLock(directory)).release();
  }
});

it('goes to exactly one of many who find it stale', async () => {
  const directory = await home();
  await writeFile(join(directory, 'waypost.lock'), 'stale');
  const results = await Promise.allSettled([takeLock(directory), takeLock(directory), takeLock(directory)]);
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});
