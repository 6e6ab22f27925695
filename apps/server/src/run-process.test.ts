import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { describeStartError } from './run-process.ts';

test('a data directory that is a file is reported without a stack', async () => {
  const file = path.join(await mkdtemp(path.join(tmpdir(), 'waypost-start-')), 'data');
  await writeFile(file, '');
  const error = await mkdir(path.join(file, 'storage'), { recursive: true }).catch((it: unknown) => it);
  expect(describeStartError(error, { port: 3000, host: '' })).toBe(
    `DATA_DIR: it is not a directory (${path.join(file, 'storage')})`,
  );
});

test('a port below 1024 that may not be opened is no error of the data directory', () => {
  const error = Object.assign(new Error('listen EACCES'), { code: 'EACCES', syscall: 'listen' });
  expect(describeStartError(error, { port: 80, host: '' })).toMatch(/Port 80 may not be opened/);
});

test('a picture that is gone is no error of the data directory', async () => {
  const file = path.join(await mkdtemp(path.join(tmpdir(), 'waypost-start-')), 'gone.png');
  const error = await readFile(file).catch((it: unknown) => it);
  expect(describeStartError(error, { port: 3000, host: '' })).toMatch(/^Error: ENOENT: no such file/);
});
