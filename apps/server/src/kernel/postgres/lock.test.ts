import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { acquireLock } from './lock.ts';
import { createDataDir } from './testing.ts';

async function home(): Promise<string> {
  const directory = await createDataDir();
  await mkdir(directory);
  return directory;
}

it('is held by one process at a time', async () => {
  const directory = await home();
  const lock = await acquireLock(directory);
  await expect(acquireLock(directory)).rejects.toThrow(/Another Waypost/);
  await lock.release();
  await (await acquireLock(directory)).release();
});

it('is taken over from a dead process, a reused pid, a copied directory and an invalid file', async () => {
  for (const left of [
    JSON.stringify({ pid: 4_194_000, identity: '1 boot', home: '/gone' }),
    JSON.stringify({ pid: process.pid, identity: 'an earlier process' }),
    'half a fi',
  ]) {
    const directory = await home();
    const text = left.replace('"/gone"', JSON.stringify(directory));
    await writeFile(join(directory, 'waypost.lock'), text);
    await (await acquireLock(directory)).release();
  }
});

it('is taken over by exactly one of several processes', async () => {
  const directory = await home();
  await writeFile(join(directory, 'waypost.lock'), 'stale');
  const results = await Promise.allSettled([
    acquireLock(directory),
    acquireLock(directory),
    acquireLock(directory),
  ]);
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});
