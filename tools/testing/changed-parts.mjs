/** The parts of the tests that a change needs while it is made: `npm run test:changed`. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { has, inRoot } from '../lib/paths.mjs';
import { FEATURE_ROOTS, featureOf, journeysFor } from './feature-journeys.mjs';
import { checks, journeys, projectFlags } from './parts.mjs';
import { vitestPart } from './runners.mjs';

/** @returns {string[]} */
function git(...args) {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: inRoot(), encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr.trim());
  return stdout.split('\n').filter(Boolean);
}

/**
 * Files that differ from where the branch left `since`, with what is not committed. Removed ones are among them.
 * @param {string} since a branch or commit
 */
export function listChangedFiles(since) {
  const [base] = git('merge-base', since, 'HEAD');
  return [...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')];
}

/** Code and tests of the client and the packages outside of their features. */
const OTHER_FOLDERS = ['packages/survey-logic/', 'apps/web/', 'bench/', 'tools/'];

/**
 * Folders and files whose tests a changed file needs, in all layers of its feature. Not the tests that import it (`vitest related`):
 * through the schemas of the contract and the app under test, nearly all of them import every file.
 */
export function testFoldersFor(file) {
  const feature = featureOf(file);
  if (feature) return FEATURE_ROOTS.map((root) => `${root}/${feature}/`).filter((folder) => has(folder));
  if (file.startsWith('e2e/')) return ['tools/'];
  if (file.startsWith('apps/server/')) return ['apps/server/src/testing/'];
  return OTHER_FOLDERS.filter((folder) => file.startsWith(folder));
}

/** Spec files, by name, none of whose journeys CI runs on every commit. */
function listSlowSpecs(names) {
  const files = readdirSync(inRoot('e2e'), { recursive: true });
  return names.filter((name) => {
    const file = files.find((it) => it.endsWith(`/${name}.spec.ts`));
    return file !== undefined && !/'@(?:core|full)'/.test(readFileSync(inRoot('e2e', file), 'utf8'));
  });
}

const unique = (list) => [...new Set(list)];

/** @param {string[]} files that changed @returns {import('./runners.mjs').Part[]} */
export function partsForChange(files) {
  const folders = unique(files.flatMap(testFoldersFor));
  const specs = unique(files.flatMap(journeysFor));
  // Playwright compares with the path, too.
  const grep = ['@core', '@full', ...listSlowSpecs(specs).map((name) => `/${name}.spec.ts`)].join('|');
  const tests = vitestPart('tests of the changed features', [
    ...projectFlags('!server-slow'),
    '--passWithNoTests',
    ...folders,
  ]);
  const parts = [checks];
  if (folders.length > 0) parts.push(tests);
  const specFiles = specs.map((name) => `/${name}.spec.ts`);
  if (specs.length > 0)
    parts.push(journeys('journeys of the changed features', [`--grep=${grep}`, ...specFiles]));
  return parts;
}
