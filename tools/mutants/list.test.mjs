import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inRoot } from '../lib/paths.mjs';
import { mutants } from './list.mjs';

test('each mutant changes a text that occurs once in its file, and names existing tests', () => {
  for (const { file, find, replace, tests } of mutants) {
    expect([find, readFileSync(inRoot(file), 'utf8').split(find).length - 1]).toEqual([find, 1]);
    expect(replace).not.toBe(find);
    for (const path of tests) expect([path, existsSync(inRoot(path))]).toEqual([path, true]);
  }
});

test('every area has some', () => {
  const areas = ['rules', 'visibility', 'masking', 'filters', 'tiles', 'scheduled'];
  for (const area of areas) expect(mutants.filter((it) => it.area === area).length).toBeGreaterThan(4);
});
