/** Programs for the tests: installed ones, or as root from the system's packages (Chromium). */
import { accessSync, constants } from 'node:fs';
import { delimiter, resolve } from 'node:path';
import { runProgram } from '../lib/run-program.mjs';

const programFolders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];

/** @param {string} path @returns {boolean} whether it is executable */
export const isExecutable = (path) => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/**
 * @param {string[]} names possible names or absolute paths of a program, the usual one first
 * @returns {string | undefined} its path
 */
export const findProgram = (names) =>
  programFolders.flatMap((folder) => names.map((name) => resolve(folder, name))).find(isExecutable);

/** Installs packages as root, without starting their services: tests start their own. */
async function installPackages(what, packages) {
  process.stderr.write(`Installing ${what} from the system packages ... `);
  const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' } };
  await runProgram('apt-get', ['update'], options);
  const { code, seconds } = await runProgram(
    'apt-get',
    ['install', '-y', '--no-install-recommends', ...packages],
    options,
  );
  process.stderr.write(code === 0 ? `${seconds.toFixed(0)} s\n` : 'failed\n');
}

/**
 * Finds a program, or installs it as root.
 * @param {string[]} names possible names or absolute paths of the program, the usual one first
 * @param {string[]} packages Debian packages that contain it
 * @returns {Promise<string | undefined>} its path
 */
export async function ensureProgram(names, packages) {
  const installedProgram = findProgram(names);
  if (installedProgram || process.getuid?.() !== 0) return installedProgram;
  await installPackages(names[0], packages);
  return findProgram(names);
}
