import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createDirectory } from './create-directory.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'waypost-directory-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('creates the directories above it, and leaves one that exists as it is', async () => {
  const directory = path.join(folder, 'a/b/c');
  await createDirectory(directory, 0o700);
  await createDirectory(directory, 0o755);
  expect((await stat(directory)).mode & 0o777).toBe(0o700);
});

test('fails where a file is in the way', async () => {
  const file = path.join(folder, 'file');
  await writeFile(file, '');
  await expect(createDirectory(file)).rejects.toMatchObject({ code: 'EEXIST' });
  await expect(createDirectory(path.join(file, 'below'))).rejects.toMatchObject({ code: 'ENOTDIR' });
});

test.runIf(process.platform === 'linux')('fails at once where no directory can be created', async () => {
  await expect(createDirectory('/proc/none')).rejects.toMatchObject({ code: 'ENOENT', path: '/proc/none' });
  await expect(createDirectory('/proc/none/below')).rejects.toMatchObject({ code: 'ENOENT' });
});
