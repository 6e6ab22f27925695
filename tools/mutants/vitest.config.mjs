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
    if (!mutant || id.split('?')[0] !== inRoot(mutant.file)) return undefined;
    mutant.isApplied = true;
    return { code: code.replace(mutant.find, () => mutant.replace), map: null };
  },
};

export default defineConfig({
  test: { maxWorkers: 1, projects: projects.map((project) => ({ ...project, plugins: [plugin] })) },
});
