/** Installs dependencies that are missing or differ from the lock file. */
import { readdir, readFile } from 'node:fs/promises';
import { has, inRoot } from '../lib/paths.mjs';
import { runProgram } from '../lib/run-program.mjs';
import { hashOf, readStamp, writeStamp } from './stamp-files.mjs';

const STAMP = inRoot('node_modules', '.waypost-stamp');

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

/** Installs if needed. @throws SetupError */
export async function ensureInstalled() {
  const wanted = await hashOf([inRoot('package-lock.json'), ...(await packageFiles())], {
    extra: [process.versions.node.split('.')[0], process.platform, process.arch],
  });
  if ((await readStamp(STAMP)) === wanted) return;
  process.stdout.write('Installing dependencies (about a minute, once) ... ');
  const seconds = await install();
  await writeStamp(STAMP, wanted);
  process.stdout.write(`${seconds.toFixed(0)} s\n`);
}

async function install() {
  let result = await npm(['ci']);
  // `ci` does not accept a lock file without the optional packages of other systems. `install` uses the locked versions, and
  // --no-save does not change the lock file.
  if (result.code !== 0 && result.output.includes('EUSAGE')) result = await npm(['install', '--no-save']);
  if (result.code === 0) return result.seconds;
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

function npm(args) {
  // The build needs development dependencies, also with NODE_ENV=production.
  const options = ['--include=dev', '--no-audit', '--no-fund', '--no-progress', '--loglevel=error'];
  const cli = process.env.npm_execpath; // set when npm itself started us; `npm` may not be on the path then
  return cli?.endsWith('.js')
    ? runProgram(process.execPath, [cli, ...args, ...options])
    : runProgram('npm', [...args, ...options]);
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
