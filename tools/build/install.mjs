/** Installs dependencies that are missing or differ from the lock file. */
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { has, inRoot } from '../lib/paths.mjs';
import { runProgram } from '../lib/run-program.mjs';
import { hashOf, readStamp, writeStamp } from './stamp-files.mjs';

const STAMP = inRoot('node_modules', '.waypost-stamp');
/** After the hash in the stamp, where development dependencies are installed. */
const WITH_TOOLS = ' with tools';

/** An error whose message is enough for the user. */
export class SetupError extends Error {}

/** Throws SetupError if Node is too old. */
export async function checkNode(version = process.versions.node) {
  const { engines } = JSON.parse(await readFile(inRoot('package.json'), 'utf8'));
  const [major = 0, minor = 0] = engines.node.match(/\d+/g).map(Number);
  const [ownMajor = 0, ownMinor = 0] = version.split('.').map(Number);
  if (ownMajor > major || (ownMajor === major && ownMinor >= minor)) return;
  throw new SetupError(`Waypost needs Node ${major}.${minor} or newer; this is ${version}.`);
}

/**
 * Installs if needed.
 * @param {boolean} needsTools whether development dependencies are needed too: what tests and checks need, and the server does not.
 *   Those that are installed stay up to date.
 * @throws SetupError
 */
export async function ensureInstalled(needsTools) {
  const wanted = await hashOf([inRoot('package-lock.json'), ...(await packageFiles())], {
    extra: [process.versions.node.split('.')[0], process.platform, process.arch],
  });
  const stamp = (await readStamp(STAMP)) ?? '';
  const withTools = needsTools || stamp.endsWith(WITH_TOOLS);
  const newStamp = withTools ? wanted + WITH_TOOLS : wanted;
  if (stamp === newStamp) return;
  process.stdout.write('Installing dependencies (about a minute, once) ... ');
  const seconds = await install(withTools);
  await writeStamp(STAMP, newStamp);
  process.stdout.write(`${seconds.toFixed(0)} s\n`);
}

/** @param {boolean} withTools */
async function install(withTools) {
  // Whatever NODE_ENV says.
  const kind = withTools ? '--include=dev' : '--omit=dev';
  let result = await npm(['ci', kind]);
  // `ci` does not accept a lock file without the optional packages of other systems. `install` uses the locked versions, and
  // --no-save does not change the lock file.
  if (result.code !== 0 && result.output.includes('EUSAGE'))
    result = await npm(['install', '--no-save', kind]);
  if (result.code === 0) {
    if (!withTools) await removeOptionalPeers(inRoot());
    return result.seconds;
  }
  process.stdout.write('failed\n');
  if (
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ERR_SOCKET_TIMEOUT/.test(result.output)
  ) {
    throw new SetupError(
      `The npm registry cannot be reached. Connect to the network for the first start, or copy node_modules from a machine of the same kind.\n${errorLines(result.output)}`,
    );
  }
  throw new SetupError(`npm could not install the dependencies:\n${errorLines(result.output)}`);
}

/**
 * Removes development dependencies that npm installs nevertheless, since other packages name them as optional peers.
 * @param {string} root folder with the lock file
 */
export async function removeOptionalPeers(root) {
  const { packages } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'));
  for (const [folder, { devOptional, optionalDependencies = {} }] of Object.entries(packages)) {
    if (!devOptional) continue;
    const platformFolders = Object.keys(optionalDependencies).map((name) => `node_modules/${name}`);
    for (const path of [folder, ...platformFolders])
      await rm(join(root, path), { recursive: true, force: true });
  }
}

/**
 * Runs npm.
 * @param {string[]} args
 * @param {string} [cwd] the repository when absent
 */
export function npm(args, cwd) {
  const options = ['--no-audit', '--no-fund', '--no-progress', '--loglevel=error'];
  const cli = process.env.npm_execpath; // set when npm itself started us; `npm` may not be on the path then
  return cli?.endsWith('.js')
    ? runProgram(process.execPath, [cli, ...args, ...options], { cwd })
    : runProgram('npm', [...args, ...options], { cwd });
}

function errorLines(output) {
  const lines = output.split('\n').filter((line) => line.startsWith('npm error'));
  return (lines.length > 0 ? lines : output.split('\n')).slice(0, 12).join('\n');
}

async function packageFiles() {
  const { workspaces } = JSON.parse(await readFile(inRoot('package.json'), 'utf8'));
  const files = [inRoot('package.json')];
  for (const pattern of workspaces) {
    const folder = pattern.replace(/\/\*$/, '');
    const names = folder === pattern || !has(folder) ? [''] : (await readdir(inRoot(folder))).sort();
    for (const name of names) files.push(inRoot(folder, name, 'package.json'));
  }
  return files;
}
