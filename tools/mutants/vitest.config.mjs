/** The tests' configuration, with a plugin that applies the mutant of the moment while a file is loaded. No file is touched. */
import { defineConfig } from 'vitest/config';
import { projects } from '../../vitest.config.ts';
import { inRoot } from '../lib/paths.mjs';

/** This file is bundled by vitest, so that it cannot share a variable with `tools/mutants.mjs` by an import. */
const currentMutantKey = Symbol.for('waypost: mutant');

const plugin = {
  name: 'mutant',
  enforce: 'pre',
  transform(code, id) {
    const mutant = globalThis[currentMutantKey];
    if (!mutant || id.split('?')[0] !== inRoot(mutant.module.file)) return undefined;
    const { find, replace } = mutant.module;
    if (!code.includes(find)) throw new Error(`${mutant.module.file} does not contain ${find}`);
    mutant.isApplied = true;
    return { code: code.replace(find, () => replace), map: null };
  },
};

export default defineConfig({
  test: { maxWorkers: 1, projects: projects.map((project) => ({ ...project, plugins: [plugin] })) },
});
