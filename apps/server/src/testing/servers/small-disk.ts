/** Small disks for tests of a full disk. They need root and a system that supports mounting. */
import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, open, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const executeFile = promisify(execFile);

/** A directory with its own mount. */
export interface MountedDisk {
  /** The mount point. */
  folder: string;
  remove: () => Promise<void>;
}

/** A disk that can be filled. */
export interface FillableDisk extends MountedDisk {
  /** Uses all free space. */
  fill: () => Promise<void>;
  /** Frees it again. */
  clear: () => Promise<void>;
}

/** This machine cannot mount a disk; the message has the reason. */
export class DiskUnavailable extends Error {}

/**
 * Runs a program.
 * @throws DiskUnavailable with the last line of its error output
 */
export const runMount = (program: string, ...args: string[]) =>
  executeFile(program, args).catch((error: unknown) => {
    const lastLine = error instanceof Error ? error.message.trim().split('\n').at(-1) : String(error);
    throw new DiskUnavailable(`${program}: ${lastLine}`);
  });

const bytesPerMegabyte = 2 ** 20;

/**
 * Creates a directory in which a disk can be mounted.
 * @throws DiskUnavailable if mounting is not allowed
 */
export async function createMountPoint(): Promise<MountedDisk & { home: string }> {
  if (process.getuid?.() !== 0) throw new DiskUnavailable('mounting needs root');
  const home = await mkdtemp(path.join(tmpdir(), 'waypost-disk-'));
  const folder = path.join(home, 'disk');
  await mkdir(folder);
  // The account that the database runs as needs access.
  await chmod(home, 0o755);
  return {
    home,
    folder,
    async remove() {
      await runMount('umount', '--lazy', folder).catch(() => undefined);
      await rm(home, { recursive: true, force: true });
    },
  };
}

/**
 * Creates and mounts a small disk.
 * @throws DiskUnavailable
 */
export async function createFillableDisk(megabytes: number): Promise<FillableDisk> {
  const { folder, remove } = await createMountPoint();
  const ballast = path.join(folder, 'ballast');
  try {
    await runMount('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'waypost', folder);
  } catch (error) {
    await remove();
    throw error;
  }
  return {
    folder,
    remove,
    async fill() {
      const file = await open(ballast, 'a');
      try {
        for (const size of [bytesPerMegabyte, 4096]) {
          const piece = Buffer.alloc(size);
          // Until no more space is free.
          for (;;) if ((await file.write(piece).catch(() => undefined))?.bytesWritten !== size) break;
        }
      } finally {
        await file.close();
      }
      const { bavail } = await statfs(folder);
      if (bavail > 16) throw new Error(`the disk could not be filled: ${bavail} blocks are free`);
    },
    clear: () => rm(ballast, { force: true }),
  };
}
