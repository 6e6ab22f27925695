/** Creates the cluster directory with initdb, atomically. */
import { chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Binaries } from './binaries.ts';
import type { ClusterLocation } from './cluster-location.ts';
import { EmbeddedPostgresError } from './errors.ts';
import { makePassword, readPassword } from './password.ts';
import { runCommand } from './run-command.ts';

/** Name of the owner role and of the database. */
export const OWNER_ROLE = 'waypost';

/**
 * Creates the cluster if it does not exist.
 *
 * @returns the password of {@link OWNER_ROLE}
 * @throws EmbeddedPostgresError when initdb fails, or when the cluster is of another major version
 */
export async function ensureCluster(location: ClusterLocation, binaries: Binaries): Promise<string> {
  const storedPassword = await readPassword(location.dataDir);
  const major = await readMajorVersion(location.clusterDir);
  if (major === undefined) {
    const password = storedPassword ?? (await makePassword(location.dataDir));
    await initializeCluster(location, binaries, password);
    return password;
  }
  await requireSameMajorVersion(location, binaries, major);
  return storedPassword ?? resetPassword(location, binaries);
}

async function initializeCluster(
  location: ClusterLocation,
  binaries: Binaries,
  password: string,
): Promise<void> {
  const unfinished = `${location.clusterDir}.new`;
  const passwordFile = join(location.home, 'postgres-password.initdb');
  await rm(unfinished, { recursive: true, force: true }); // left by a start that was killed half-way
  await mkdir(unfinished, { mode: 0o700 });
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  try {
    if (location.account) {
      for (const path of [unfinished, passwordFile])
        await chown(path, location.account.uid, location.account.gid);
    }
    const options = [`--pgdata=${unfinished}`, `--username=${OWNER_ROLE}`, `--pwfile=${passwordFile}`];
    const result = await runCommand(binaries.initdb, [...options, ...INITDB_OPTIONS], {
      cwd: location.home,
      account: location.account,
    });
    if (result.code !== 0) {
      throw new EmbeddedPostgresError(`The database could not be created: ${errorLineIn(result.output)}`);
    }
    await rename(unfinished, location.clusterDir);
  } finally {
    await rm(passwordFile, { force: true });
    await rm(unfinished, { recursive: true, force: true });
  }
}

/**
 * Password authentication, UTF-8, page checksums. The built-in collation provider sorts by code point on every machine, so that an
 * upgrade of the C library cannot break an index.
 */
const INITDB_OPTIONS = [
  '--auth=scram-sha-256',
  '--encoding=UTF8',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  // macOS has no C.UTF-8; the other locale categories are C there.
  `--locale=${process.platform === 'linux' ? 'C.UTF-8' : 'C'}`,
  '--data-checksums',
];

async function requireSameMajorVersion(
  location: ClusterLocation,
  binaries: Binaries,
  major: string,
): Promise<void> {
  const { output } = await runCommand(binaries.postgres, ['--version'], {
    cwd: location.home,
    account: location.account,
  });
  const packagedMajor = /(?<!\d)(\d+)\./.exec(output)?.[1];
  if (packagedMajor !== major) {
    throw new EmbeddedPostgresError(
      `The database in ${location.clusterDir} is of PostgreSQL ${major} and this Waypost brings ${packagedMajor}: restore a backup into a new data directory.`,
    );
  }
}

/** Sets a new password in single-user mode when the password file was lost. */
async function resetPassword(location: ClusterLocation, binaries: Binaries): Promise<string> {
  const password = await makePassword(location.dataDir);
  const result = await runCommand(binaries.postgres, ['--single', '-D', location.clusterDir, 'postgres'], {
    cwd: location.home,
    account: location.account,
    input: `alter role ${OWNER_ROLE} password '${password}';\n`,
  });
  if (result.code !== 0 || result.output.includes('ERROR')) {
    throw new EmbeddedPostgresError(
      `The database's password could not be set: ${errorLineIn(result.output)}`,
    );
  }
  return password;
}

async function readMajorVersion(clusterDir: string): Promise<string | undefined> {
  const text = await readFile(join(clusterDir, 'PG_VERSION'), 'utf8').catch(() => undefined);
  return text?.trim();
}

/** The line with the error, else the last one. */
function errorLineIn(output: string): string {
  const lines = output.trim().split('\n');
  return lines.find((line) => /error|fatal/i.test(line)) ?? lines.at(-1) ?? 'no output';
}
