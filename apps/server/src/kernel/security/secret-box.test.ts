import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSecretBox, secretKeyFile } from './secret-box.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'waypost-secret-box-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

test('processes that start at once on an empty directory share one key and leave no other file', async () => {
  const secretBoxes = await Promise.all(Array.from({ length: 8 }, () => openSecretBox(dataDir, undefined)));
  const encrypted = secretBoxes[0]?.encrypt('a password', 'mail') ?? '';
  const later = await openSecretBox(dataDir, undefined);
  for (const secretBox of [...secretBoxes, later])
    expect(secretBox.decrypt(encrypted, 'mail')).toBe('a password');
  expect(await readdir(dataDir)).toEqual(['secret.key']);
});

test('reports a key file without a key and does not overwrite it', async () => {
  await writeFile(secretKeyFile(dataDir), '');
  await expect(openSecretBox(dataDir, undefined)).rejects.toThrow('secret.key holds no key');
  expect(await readdir(dataDir)).toEqual(['secret.key']);
});
