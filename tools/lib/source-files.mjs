/** The TypeScript files of a part of the repository, without generated ones. */
import { readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { has, inRoot, root } from './paths.mjs';

const GENERATED_FOLDERS = new Set(['node_modules', 'dist', 'coverage']);

/**
 * @param {string} folder from the root, such as `apps/web`
 * @returns {string[]} paths from the root, with slashes; empty when there is no such folder
 */
export function listSourceFiles(folder) {
  if (!has(folder)) return [];
  return readdirSync(inRoot(folder), { withFileTypes: true })
    .flatMap((entry) => {
      const path = relative(root, join(inRoot(folder), entry.name))
        .split(sep)
        .join('/');
      if (entry.isDirectory()) return GENERATED_FOLDERS.has(entry.name) ? [] : listSourceFiles(path);
      return /\.tsx?$/.test(entry.name) ? [path] : [];
    })
    .sort();
}
