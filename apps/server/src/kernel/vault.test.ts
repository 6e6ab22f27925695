import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keyFileIn, openVault } from './vault.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'waypost-vault-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

test('processes that start at once on an empty directory share one key, and leave nothing else behind', async () => {
  const vaults = await Promise.all(Array.from({ length: 8 }, () => openVault(dataDir, undefined)));
  const sealed = vaults[0]?.seal('a password', 'mail') ?? '';
  const later = await openVault(dataDir, undefined);
  for (const vault of [...vaults, later]) expect(vault.open(sealed, 'mail')).toBe('a password');
  expect(await readdir(dataDir)).toEqual(['secret.key']);
});

test('a key file that holds no key is told of, and kept', async () => {
  await writeFile(keyFileIn(dataDir), '');
  await expect(openVault(dataDir, undefined)).rejects.toThrow('secret.key holds no key');
  expect(await readdir(dataDir)).toEqual(['secret.key']);
});
