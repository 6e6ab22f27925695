/**
 * Prepares the programs of PostgreSQL for the account that runs them.
 *
 * They run from the installed package if possible. They are copied, once per version, when the account cannot access the package
 * or when library links are missing that cannot be created there.
 */
import { cp, lstat, mkdir, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Account } from './accounts.ts';
import { EmbeddedPostgresError, hasCode } from './errors.ts';
import { findPackagedPostgres, type PackagedPostgres } from './platform.ts';
import { runCommand } from './run-command.ts';

/** The paths of the programs. */
export interface Binaries {
  initdb: string;
  postgres: string;
  /** The parent of `bin`. */
  directory: string;
}

const COPY_PREFIX = 'programs-';

/**
 * Makes the programs executable for the account.
 *
 * @param home where a copy goes if one is needed; the account must be able to enter it
 * @throws EmbeddedPostgresError with the output of the program when even the copy does not run
 */
export async function prepareBinaries(
  home: string,
  account: Account | undefined,
  packaged: PackagedPostgres = findPackagedPostgres(),
): Promise<Binaries> {
  await linkLibraries(packaged.directory).catch(() => undefined); // not writable: the copy has them
  if ((await findRunError(packaged.directory, home, account)) === undefined)
    return binariesIn(packaged.directory);
  const copy = await copyPrograms(packaged, home);
  const runError = await findRunError(copy, home, account);
  if (runError !== undefined) {
    throw new EmbeddedPostgresError(
      `The embedded PostgreSQL does not run here (${runError}): set DATABASE_URL to a server of yours.`,
    );
  }
  return binariesIn(copy);
}

/**
 * Creates the links between shared libraries that the install script of the package would have created; package managers may
 * skip such scripts. Existing links are kept.
 *
 * @param directory a folder with `bin`, `lib`, `share` and `pg-symlinks.json`
 */
export async function linkLibraries(directory: string): Promise<void> {
  const listed = await readFile(join(directory, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  // Paths in the list start at the package: `native/lib/libpq.so.5.18`.
  const links = JSON.parse(listed) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = join(directory, target.replace(/^native\//, ''));
    if (dirname(source) !== dirname(target) || (await exists(link))) continue;
    await symlink(basename(source), link).catch((error: unknown) => {
      if (!hasCode(error, 'EEXIST')) throw error;
    });
  }
}

/** Undefined when the programs run under this account, else the first line of the error. */
async function findRunError(
  directory: string,
  cwd: string,
  account: Account | undefined,
): Promise<string | undefined> {
  for (const program of [binariesIn(directory).postgres, binariesIn(directory).initdb]) {
    const { code, output } = await runCommand(program, ['--version'], { cwd, account });
    if (code !== 0) return output.trim().split('\n')[0] ?? 'no output';
  }
  return undefined;
}

async function copyPrograms(packaged: PackagedPostgres, home: string): Promise<string> {
  const copy = join(home, `${COPY_PREFIX}${packaged.version}`);
  if (await exists(copy)) return copy;
  const unfinished = `${copy}.${process.pid}.new`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { mode: 0o755 });
  await cp(packaged.directory, unfinished, { recursive: true, verbatimSymlinks: true });
  await linkLibraries(unfinished);
  await rename(unfinished, copy); // atomic: a copy with this name is complete
  for (const name of await readdir(home)) {
    if (name.startsWith(COPY_PREFIX) && join(home, name) !== copy) {
      await rm(join(home, name), { recursive: true, force: true });
    }
  }
  return copy;
}

function binariesIn(directory: string): Binaries {
  return {
    directory,
    initdb: join(directory, 'bin', 'initdb'),
    postgres: join(directory, 'bin', 'postgres'),
  };
}

function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}
