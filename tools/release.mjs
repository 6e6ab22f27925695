/**
 * `npm run release [-- FOLDER]`: writes Waypost for other machines of this kind (system, processor and major version of Node):
 * built, with the packages that the server needs, so that it starts without a registry. `npm start` and the operator's commands
 * work in the folder as in a clone. Without FOLDER also a compressed archive of it.
 */
import { spawnSync } from 'node:child_process';
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { npm, removeOptionalPeers } from './build/install.mjs';
import { ensure } from './ensure.mjs';
import { inRoot, releaseFile } from './lib/paths.mjs';

const files = [
  'package.json',
  'package-lock.json',
  'README.md',
  'CHANGELOG.md',
  'LICENSE',
  'docs',
  'deploy',
  'apps/server/package.json',
  'apps/server/assets',
  'apps/server/dist',
  'apps/web/dist',
  'tools/start.mjs',
  'tools/demo.mjs',
  'tools/operate.mjs',
  'tools/ensure.mjs',
  'tools/build',
  'tools/lib',
];

/** The other workspaces' package files, without which npm does not accept the lock file. */
async function listPackageFiles() {
  const packages = await readdir(inRoot('packages'));
  return ['apps/web', 'e2e', 'bench', ...packages.map((name) => join('packages', name))].map((folder) =>
    join(folder, 'package.json'),
  );
}

/** @param {string} folder absolute path; its content is replaced */
async function writeRelease(folder) {
  await rm(folder, { recursive: true, force: true });
  for (const path of [...files, ...(await listPackageFiles())])
    await cp(inRoot(path), join(folder, path), { recursive: true });
  const { code, output } = await npm(['ci', '--omit=dev', '--workspace', 'apps/server'], folder);
  if (code !== 0) throw new Error(output);
  await removeOptionalPeers(folder);
  await writeFile(join(folder, releaseFile), '');
}

const [chosenFolder] = process.argv.slice(2);
await ensure(undefined, { needsTools: false });
const { version } = JSON.parse(await readFile(inRoot('package.json'), 'utf8'));
const name = `waypost-${version}-${process.platform}-${process.arch}`;
const folder = chosenFolder === undefined ? inRoot('.cache', 'release', name) : resolve(chosenFolder);
await writeRelease(folder);
if (chosenFolder === undefined) {
  const archive = `${folder}.tar.gz`;
  const { status } = spawnSync('tar', ['-czf', archive, '-C', dirname(folder), basename(folder)], {
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(1);
  console.log(archive);
} else console.log(folder);
