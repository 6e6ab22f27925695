/** The build targets, with inputs and commands, in the order of their dependencies. */
import { readFile } from 'node:fs/promises';
import { bin, has, inRoot } from '../lib/paths.mjs';

/**
 * @typedef {object} Target
 * @property {string} name for messages
 * @property {() => boolean} exists whether its sources exist
 * @property {string[]} outputs paths that exist once it is built
 * @property {string[]} inputs files and folders
 * @property {() => Promise<string[]>} [extra] further texts for the hash
 * @property {(path: string) => boolean} [skip] inputs to ignore
 * @property {[program: string, ...args: string[]]} command
 * @property {string} [cwd]
 */

const SHARED_INPUTS = [
  ...['contract', 'survey-logic'].flatMap((name) => [
    inRoot('packages', name, 'src'),
    inRoot('packages', name, 'package.json'),
  ]),
  inRoot('tsconfig.base.json'),
  inRoot('package-lock.json'),
];

/** Tests, and files that a build writes among its sources, do not make a target outdated. */
const isExcludedInput = (path) => /\.(test|fixture|gen)\.tsx?$/.test(path);

/** @type {Target} */
const basemap = {
  name: 'base map',
  exists: () => has('tools/basemap/build.mjs'),
  outputs: [
    inRoot('apps/web/public/map/world.pmtiles'),
    inRoot('apps/web/src/blocks/map-canvas/city-names/ar.json'),
    inRoot('apps/web/src/blocks/map-canvas/opening/land/world.json'),
    inRoot('apps/server/assets/places.tsv.gz'),
  ],
  inputs: [inRoot('tools/basemap')],
  // The map data are packages; they change with their versions.
  extra: async () => [await dependenciesOf(inRoot('package.json'))],
  command: [process.execPath, inRoot('tools/basemap/build.mjs')],
};

/** @type {Target} */
const web = {
  name: 'web client',
  exists: () => has('apps/web/index.html'),
  outputs: [inRoot('apps/web/dist/index.html')],
  inputs: [inRoot('apps/web'), ...SHARED_INPUTS],
  skip: isExcludedInput,
  command: [bin('vite'), 'build', '--logLevel', 'warn'],
  cwd: inRoot('apps/web'),
};

/** @type {Target} */
const server = {
  name: 'server',
  exists: () => has('apps/server/src/main.ts'),
  outputs: [inRoot('apps/server/dist/main.js')],
  inputs: [
    inRoot('apps/server/src'),
    inRoot('apps/server/package.json'),
    inRoot('tools/build/build-server.mjs'),
    ...SHARED_INPUTS,
  ],
  skip: isExcludedInput,
  command: [process.execPath, inRoot('tools/build/build-server.mjs')],
};

export const targets = { basemap, web, server };

async function dependenciesOf(packageFile) {
  const { dependencies, devDependencies } = JSON.parse(await readFile(packageFile, 'utf8'));
  return JSON.stringify({ ...dependencies, ...devDependencies });
}
