/** Where things lie in the repository, and what runs before any dependency is installed. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's root. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** An absolute path inside the repository. */
export const inRoot = (...parts) => join(root, ...parts);

/** Whether a path of the repository exists. */
export const has = (...parts) => existsSync(inRoot(...parts));

/** The program that a dependency installs. */
export const bin = (name) => inRoot('node_modules', '.bin', name);
