/** Paths in the repository. Used before dependencies are installed. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's root. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** An absolute path inside the repository. */
export const inRoot = (...parts) => join(root, ...parts);

/** Whether a path of the repository exists. */
export const has = (...parts) => existsSync(inRoot(...parts));

/** The path of a dependency's program. */
export const bin = (name) => inRoot('node_modules', '.bin', name);

/** A file in the root of a released folder (`release.mjs`), in which everything is built and installed. */
export const releaseFile = '.waypost-release';
