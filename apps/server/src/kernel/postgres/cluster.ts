/** The cluster directory: made once by initdb, complete or not at all. */
import { chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Binaries } from './binaries.ts';
import { run } from './command.ts';
import { EmbeddedPostgresError } from './errors.ts';
import { makePassword, readPassword } from './password.ts';
import type { Place } from './place.ts';

/** The role that owns everything, and the name of the database. */
export const ROLE = 'waypost';

/**
 * Makes the cluster if it is not there yet.
 *
 * @returns the password of {@link ROLE}
 * @throws EmbeddedPostgresError when initdb fails, or when the data is of another major version
 */
export async function ensureCluster(place: Place, binaries: Binaries): Promise<string> {
  const known = await readPassword(place.dataDir);
  const major = await readMajor(place.clusterDir);
  if (major === undefined) {
    const password = known ?? (await makePassword(place.dataDir));
    await initialise(place, binaries, password);
    return password;
  }
  await refuseOtherMajor(place, binaries, major);
  return known ?? resetPassword(place, binaries);
}

async function initialise(place: Place, binaries: Binaries, password: string): Promise<void> {
  const unfinished = `${place.clusterDir}.new`;
  const passwordFile = join(place.home, 'postgres-password.initdb');
  await rm(unfinished, { recursive: true, force: true }); // left by a start that was killed half-way
  await mkdir(unfinished, { mode: 0o700 });
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  try {
    if (place.account) {
      for (const path of [unfinished, passwordFile]) await chown(path, place.account.uid, place.account.gid);
    }
    const options = [`--pgdata=${unfinished}`, `--username=${ROLE}`, `--pwfile=${passwordFile}`];
    const result = await run(binaries.initdb, [...options, ...LAYOUT], {
      cwd: place.home,
      account: place.account,
    });
    if (result.code !== 0) {
      throw new EmbeddedPostgresError(`The database could not be created: ${complaintIn(result.output)}`);
    }
    await rename(unfinished, place.clusterDir);
  } finally {
    await rm(passwordFile, { force: true });
    await rm(unfinished, { recursive: true, force: true });
  }
}

/**
 * Passwords always, UTF-8, page checksums. The built-in collation provider sorts by code point the same way
 * on every machine, so that an upgrade of the system's C library cannot break an index.
 */
const LAYOUT = [
  '--auth=scram-sha-256',
  '--encoding=UTF8',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  // macOS has no C.UTF-8 of its own; there the few things outside collations fall back to C.
  `--locale=${process.platform === 'linux' ? 'C.UTF-8' : 'C'}`,
  '--data-checksums',
];

async function refuseOtherMajor(place: Place, binaries: Binaries, major: string): Promise<void> {
  const { output } = await run(binaries.postgres, ['--version'], { cwd: place.home, account: place.account });
  const ours = /(\d+)\./.exec(output)?.[1];
  if (ours !== major) {
    throw new EmbeddedPostgresError(
      `The database in ${place.clusterDir} is of PostgreSQL ${major} and this Waypost brings ${ours}: restore a backup into a new data directory.`,
    );
  }
}

/** The password file was lost, the database was not: PostgreSQL's single-user mode sets a new one. */
async function resetPassword(place: Place, binaries: Binaries): Promise<string> {
  const password = await makePassword(place.dataDir);
  const result = await run(binaries.postgres, ['--single', '-D', place.clusterDir, 'postgres'], {
    cwd: place.home,
    account: place.account,
    input: `alter role ${ROLE} password '${password}';\n`,
  });
  if (result.code !== 0 || result.output.includes('ERROR')) {
    throw new EmbeddedPostgresError(
      `The database's password could not be set: ${complaintIn(result.output)}`,
    );
  }
  return password;
}

async function readMajor(clusterDir: string): Promise<string | undefined> {
  const text = await readFile(join(clusterDir, 'PG_VERSION'), 'utf8').catch(() => undefined);
  return text?.trim();
}

/** The line that names the error, else the last one. */
function complaintIn(output: string): string {
  const lines = output.trim().split('\n');
  return lines.find((line) => /error|fatal/i.test(line)) ?? lines.at(-1) ?? 'it said nothing';
}
