/** The imports of a TypeScript file, found without parsing it. */
import { posix } from 'node:path';

const PATTERNS = [
  // import x from 'y'; import type { x } from 'y'; export * from 'y'; over several lines too
  /^(?:import|export)\b[^'"`;]*?\bfrom\s*['"]([^'"]+)['"]/gm,
  /^import\s*['"]([^'"]+)['"]/gm,
  /\bimport\(\s*['"]([^'"]+)['"]\s*\)/g,
];

/** The specifiers as written, types included, each once. Lines inside a comment do not start with `import`. */
export function importsIn(source) {
  const specifiers = new Set();
  for (const pattern of PATTERNS)
    for (const [, specifier] of source.matchAll(pattern)) specifiers.add(specifier);
  return [...specifiers];
}

/**
 * Resolves a specifier: a path from the root for our own files, the specifier itself for a package.
 *
 * @param {string} importer path from the root
 */
export function resolveImport(importer, specifier) {
  if (specifier.startsWith('.')) {
    return posix.join(posix.dirname(importer), specifier.replace(/\?.*$/, ''));
  }
  const shared = /^@waypost\/(contract|survey-logic)\/(.+)$/.exec(specifier);
  return shared ? `packages/${shared[1]}/src/${shared[2]}.ts` : specifier;
}

/**
 * Finds import cycles.
 *
 * @param {Map<string, string[]>} graph a file and what it imports
 * @returns {string[][]} each cycle once, as its files
 */
export function findCycles(graph) {
  const cycles = [];
  const done = new Set();
  const trail = [];
  const visit = (file) => {
    if (done.has(file)) return;
    const at = trail.indexOf(file);
    if (at !== -1) {
      cycles.push(trail.slice(at));
      return;
    }
    trail.push(file);
    for (const next of graph.get(file) ?? []) visit(next);
    trail.pop();
    done.add(file);
  };
  for (const file of graph.keys()) visit(file);
  return cycles;
}
