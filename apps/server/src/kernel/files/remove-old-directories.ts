/** Temporary directories that killed processes have left. */
import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';

/** Removes the directories whose names begin with `prefix` and that have not changed for some hours. */
export async function removeOldDirectories(
  temporaryDirectory: string,
  prefix: string,
  maxAgeHours: number,
): Promise<void> {
  const entries = await readdir(temporaryDirectory).catch(() => []);
  for (const entry of entries.filter((name) => name.startsWith(prefix))) {
    const directory = path.join(temporaryDirectory, entry);
    const stats = await stat(directory).catch(() => undefined);
    if (stats && Date.now() - stats.mtimeMs > maxAgeHours * 3_600_000)
      await rm(directory, { recursive: true, force: true });
  }
}
