/** Disks that can be filled. They want root, and a system that mounts. */
import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, open, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const executeFile = promisify(execFile);

export interface MountedDisk {
  /** Where it is mounted. */
  folder: string;
  remove: () => Promise<void>;
}

export interface FillableDisk extends MountedDisk {
  /** Takes all that is free. */
  fill: () => Promise<void>;
  /** Gives it back. */
  clear: () => Promise<void>;
}

/** A disk cannot be had here; the message says why. */
export class DiskUnavailable extends Error {}

/** @throws DiskUnavailable with the last line of what the program said */
export const runMount = (program: string, ...args: string[]) =>
  executeFile(program, args).catch((error: unknown) => {
    const said = error instanceof Error ? error.message.trim().split('\n').at(-1) : String(error);
    throw new DiskUnavailable(`${program}: ${said}`);
  });

const bytesPerMegabyte = 2 ** 20;

/**
 * Where a disk may be mounted, in a directory of its own.
 * @throws DiskUnavailable where nothing may be mounted
 */
export async function createMountPoint(): Promise<MountedDisk & { home: string }> {
  if (process.getuid?.() !== 0) throw new DiskUnavailable('mounting needs root');
  const home = await mkdtemp(path.join(tmpdir(), 'waypost-disk-'));
  const folder = path.join(home, 'disk');
  await mkdir(folder);
  // Open to the account that the database runs as.
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

/** @throws DiskUnavailable */
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
          // Until there is no room for another.
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
