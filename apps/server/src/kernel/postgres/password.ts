/** The database's password: made at the first start, kept in the data directory for the owner's eyes. */
import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Reads the password. Undefined when there is none yet. */
export async function readPassword(dataDir: string): Promise<string | undefined> {
  const text = await readFile(pathIn(dataDir), 'utf8').catch(() => '');
  return text.trim() || undefined;
}

/** Makes a new password and keeps it, mode 0600. */
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
