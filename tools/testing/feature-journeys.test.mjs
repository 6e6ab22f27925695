import { readdir } from 'node:fs/promises';
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { inRoot } from '../lib/paths.mjs';
import { FEATURE_ROOTS, JOURNEYS_OF, journeysFor, LONG_JOURNEYS } from './feature-journeys.mjs';

const foldersIn = async (root) => {
  const entries = await readdir(inRoot(root), { withFileTypes: true });
  return entries.filter((it) => it.isDirectory()).map(({ name }) => name);
};
const folders = new Set((await Promise.all(FEATURE_ROOTS.map(foldersIn))).flat());
const files = await readdir(inRoot('e2e'), { recursive: true });
const specs = files.filter((name) => name.endsWith('.spec.ts')).map((name) => basename(name, '.spec.ts'));

test('every folder of a feature has its journeys, and none stands for a folder that is gone', () => {
  const named = new Set(Object.keys(JOURNEYS_OF).map((key) => key.split('/')[0]));
  expect([...folders].filter((it) => !named.has(it))).toEqual([]);
  expect([...named].filter((it) => !folders.has(it))).toEqual([]);
});

test('every journey belongs to a feature, or is a long one', () => {
  const used = new Set([
    ...LONG_JOURNEYS,
    ...Object.keys(JOURNEYS_OF).flatMap((key) => JOURNEYS_OF[key]),
    ...journeysFor('apps/web/src/main.tsx'),
  ]);
  expect(specs.filter((it) => !used.has(it))).toEqual([]);
  expect([...used].filter((it) => !specs.includes(it))).toEqual([]);
});

test('the journeys of a file are those of its innermost feature', () => {
  expect(journeysFor('apps/web/src/features/posts/merge/dialog.tsx')).toEqual(['merge']);
  expect(journeysFor('apps/server/src/posts/locks/locks.ts')).toEqual(JOURNEYS_OF.posts);
  expect(journeysFor('packages/contract/src/webhooks/webhooks.ts')).toEqual(['webhooks']);
  expect(journeysFor('e2e/posts/merge.spec.ts')).toEqual(['merge']);
  expect(journeysFor('apps/web/src/features/posts/merge/dialog.test.tsx')).toEqual([]);
  expect(journeysFor('docs/style.md')).toEqual([]);
});
