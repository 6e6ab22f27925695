import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSecretBox, secretKeyFile } from './secret-box.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'waypost-vault-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

test('processes that start at once on an empty directory share one key, and leave nothing else behind', async () => {
  const vaults = await Promise.all(Array.from({ length: 8 }, () => openSecretBox(dataDir, undefined)));
  const sealed = vaults[0]?.encrypt('a password', 'mail') ?? '';
  const later = await openSecretBox(dataDir, undefined);
  for (const secretBox of [...vaults, later]) expect(secretBox.decrypt(sealed, 'mail')).toBe('a password');
  expect(await readdir(dataDir)).toEqual(['secret.key']);
});

test('a key file that holds no key is told of, and kept', async () => {
  await writeFile(secretKeyFile(dataDir), '');
  await expect(openSecretBox(dataDir, undefined)).rejects.toThrow('secret.key holds no key');
  expect(await readdir(dataDir)).toEqual(['secret.key']);
});
