/**
 * Detects outdated targets by content, not by time: a stamp is the hash of all inputs of a step, stored when the step
 * succeeded.
 */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { root } from '../lib/paths.mjs';

/** Folders of generated files. */
const GENERATED_FOLDERS = new Set(['node_modules', 'dist', '.cache', 'coverage', 'test-results']);

/**
 * The hash of files and folders, including names; missing ones count as empty.
 *
 * @param {string[]} paths absolute
 * @param {{ extra?: string[], skip?: (path: string) => boolean }} [options] extra: further texts that count;
 *   skip: absolute paths (of files or folders) that do not
 */
export async function hashOf(paths, { extra = [], skip = () => false } = {}) {
  const hash = createHash('sha256');
  for (const text of extra) hash.update(`${text}\n`);
  for (const path of paths) {
    for (const file of await filesUnder(path, skip)) {
      hash.update(`${relative(root, file)}\0`);
      hash.update(await readFile(file));
    }
  }
  return hash.digest('hex');
}

/** The stored stamp, or undefined. */
export async function readStamp(path) {
  return (await readFile(path, 'utf8').catch(() => undefined))?.trim();
}

/** Stores a stamp. */
export async function writeStamp(path, stamp) {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, `${stamp}\n`);
}

async function filesUnder(path, skip) {
  if (skip(path)) return [];
  const stats = await stat(path).catch(() => undefined);
  if (!stats) return [];
  if (!stats.isDirectory()) return [path];
  const files = [];
  for (const name of (await readdir(path)).sort()) {
    if (!GENERATED_FOLDERS.has(name)) files.push(...(await filesUnder(join(path, name), skip)));
  }
  return files;
}
