/** Temporary files in memory for tests. */
import { mkdirSync, readdirSync, readFileSync, rmSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';

const memoryFileSystem = '/dev/shm';
/** A database server with three databases in use takes about a tenth of it. */
const minimumFreeBytes = 2 * 2 ** 30;
const hourMs = 3_600_000;

/** Whether it is in memory, large enough, and may hold programs. Containers often have 64 MB there. */
function isUsable() {
  const mounts = readFileSync('/proc/mounts', 'utf8').split('\n');
  const mount = mounts.find((line) => line.split(' ')[1] === memoryFileSystem);
  const [, , type, flags = ''] = mount?.split(' ') ?? [];
  const { bavail, bsize } = statfsSync(memoryFileSystem);
  return type === 'tmpfs' && !flags.split(',').includes('noexec') && bavail * bsize >= minimumFreeBytes;
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Removes the folders of processes that were killed: they would occupy memory until the machine restarts. */
function removeLeftovers(prefix) {
  for (const name of readdirSync(memoryFileSystem).filter((it) => it.startsWith(prefix))) {
    const folder = join(memoryFileSystem, name);
    // The age tells apart what another container that shares the file system uses.
    const isOld = Date.now() - statSync(folder).mtimeMs > hourMs;
    if (isOld && !isRunning(Number(name.slice(prefix.length))))
      rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Lets this process and its children create temporary files in memory, unless `TMPDIR` is set or there is no suitable memory file
 * system. Each copy of a database has about 800 files: creating them on a disk takes ten times the CPU time.
 */
export function keepTemporaryFilesInMemory() {
  if (process.env.TMPDIR !== undefined || process.platform !== 'linux') return;
  const prefix = `waypost-${process.getuid()}-`;
  const folder = join(memoryFileSystem, `${prefix}${process.pid}`);
  try {
    if (!isUsable()) return;
    removeLeftovers(prefix);
    // The account that runs PostgreSQL needs access.
    mkdirSync(folder, { mode: 0o755 });
  } catch {
    return;
  }
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  process.env.TMPDIR = folder;
}
