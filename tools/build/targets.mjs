/** What is built before a start, from what, and how. In the order in which they need each other. */
import { readFile } from 'node:fs/promises';
import { bin, has, inRoot } from '../lib/paths.mjs';

/**
 * @typedef {object} Target
 * @property {string} name as told to the person waiting
 * @property {() => boolean} exists whether its sources are there
 * @property {string[]} outputs paths that exist once it is built
 * @property {string[]} inputs files and folders whose content counts
 * @property {() => Promise<string[]>} [extra] further texts that count
 * @property {(path: string) => boolean} [skip] inputs that do not count after all
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

/** Tests are not built in, and a file that a build writes among its sources does not make it stale. */
const isExcludedInput = (path) => /\.(test|fixture|gen)\.tsx?$/.test(path);

/** @type {Target} */
const basemap = {
  name: 'base map',
  exists: () => has('tools/basemap/build.mjs'),
  outputs: [
    inRoot('apps/web/public/map/world.pmtiles'),
    inRoot('apps/web/src/blocks/map-canvas/city-names/ar.json'),
    inRoot('apps/server/assets/places.tsv.gz'),
  ],
  inputs: [inRoot('tools/basemap')],
  // The map data are packages; their versions say whether they changed.
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
