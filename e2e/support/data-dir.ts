import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** An empty data directory, open to the account that the database runs as when the tests run as root. */
export async function createDataDir(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'waypost-e2e-'));
  await chmod(folder, 0o755);
  return folder;
}
