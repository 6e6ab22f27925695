/**
 * PostgreSQL's programs, made ready to run under the account that will run them.
 *
 * They run from where the package manager put them whenever that works. They are copied, once per version,
 * when the account cannot reach that place or when it lacks library links that we may not write there.
 */
import { cp, lstat, mkdir, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Account } from './accounts.ts';
import { EmbeddedPostgresError, hasCode } from './errors.ts';
import { findPackagedPostgres, type PackagedPostgres } from './platform.ts';
import { runCommand } from './run-command.ts';

/** The two programs we start ourselves. */
export interface Binaries {
  initdb: string;
  postgres: string;
  /** The folder above `bin`. */
  directory: string;
}

const COPY_PREFIX = 'programs-';

/**
 * Makes the programs runnable.
 *
 * @param home where a copy goes if one is needed; the account must be able to enter it
 * @throws EmbeddedPostgresError with what the program said when it does not run even from the copy
 */
export async function prepareBinaries(
  home: string,
  account: Account | undefined,
  packaged: PackagedPostgres = findPackagedPostgres(),
): Promise<Binaries> {
  await linkLibraries(packaged.directory).catch(() => undefined); // not ours to write: the copy has them
  if ((await findRunError(packaged.directory, home, account)) === undefined)
    return binariesIn(packaged.directory);
  const copy = await copyPrograms(packaged, home);
  const complaint = await findRunError(copy, home, account);
  if (complaint !== undefined) {
    throw new EmbeddedPostgresError(
      `The embedded PostgreSQL does not run here (${complaint}): set DATABASE_URL to a server of yours.`,
    );
  }
  return binariesIn(copy);
}

/**
 * Makes the links between shared libraries that the package's install script would have made; package
 * managers hold such scripts back. Links that exist stay.
 *
 * @param directory a folder with `bin`, `lib`, `share` and the package's list of links
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

/** Undefined when the programs run for this account, else one line of what went wrong. */
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
  await rename(unfinished, copy); // the name is the stamp: a copy that has it is whole
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
