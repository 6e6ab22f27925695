/** The password of the database: generated at the first start, stored in the data directory, readable by its owner alone. */
import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Reads the password. Undefined when there is none yet. */
export async function readPassword(dataDir: string): Promise<string | undefined> {
  const text = await readFile(pathIn(dataDir), 'utf8').catch(() => '');
  return text.trim() || undefined;
}

/** Generates a password and stores it with mode 0600. */
export async function makePassword(dataDir: string): Promise<string> {
  const password = randomBytes(24).toString('base64url');
  const unfinished = `${pathIn(dataDir)}.new`;
  await writeFile(unfinished, `${password}\n`, { mode: 0o600, flush: true });
  await rename(unfinished, pathIn(dataDir));
  return password;
}

function pathIn(dataDir: string): string {
  return join(dataDir, 'postgres-password');
}
