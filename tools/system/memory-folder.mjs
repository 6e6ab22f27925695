/** Temporary files in memory for tests. */
import { lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const memoryFileSystem = '/dev/shm';
/** A database server for tests and three databases that are in use take about a fifth of it. */
const minimumFreeBytes = 2 * 2 ** 30;
const leftoverAgeMs = 24 * 3_600_000;

/** Whether it is in memory, large enough, and may hold programs. Containers often have 64 MB there. */
function isUsable() {
  try {
    const mounts = readFileSync('/proc/mounts', 'utf8').split('\n');
    const mount = mounts.find((line) => line.split(' ')[1] === memoryFileSystem);
    const [, , type, flags = ''] = mount?.split(' ') ?? [];
    const { bavail, bsize } = statfsSync(memoryFileSystem);
    return type === 'tmpfs' && !flags.split(',').includes('noexec') && bavail * bsize >= minimumFreeBytes;
  } catch {
    return false;
  }
}

/** Removes what runs left behind that were killed: it would occupy memory until the machine restarts. */
function removeLeftovers(folder) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const { mtimeMs } = lstatSync(path, { throwIfNoEntry: false }) ?? {};
    if (mtimeMs !== undefined && Date.now() - mtimeMs > leftoverAgeMs)
      rmSync(path, { recursive: true, force: true });
  }
}

/**
 * Lets this process and its children create temporary files in memory, unless `TMPDIR` is set or there is no suitable memory file
 * system. Each copy of a database has about 800 files: creating them on a disk takes ten times the CPU time.
 */
export function keepTemporaryFilesInMemory() {
  if (process.env.TMPDIR !== undefined || process.platform !== 'linux' || !isUsable()) return;
  const user = process.getuid();
  const folder = join(memoryFileSystem, `waypost-${user}`);
  try {
    // The account that runs PostgreSQL needs access.
    mkdirSync(folder, { recursive: true, mode: 0o755 });
    if (lstatSync(folder).uid !== user) return;
    removeLeftovers(folder);
  } catch {
    return;
  }
  process.env.TMPDIR = folder;
}
