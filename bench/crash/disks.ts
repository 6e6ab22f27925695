/** Disks with simulated power failure. They need root and mount permission. */
import { chmod, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  createMountPoint,
  type MountedDisk,
  runMount,
} from '../../apps/server/src/testing/servers/small-disk.ts';

export interface PowerLossDisk extends MountedDisk {
  /**
   * Simulates a power failure: the file system stops, and data that was not flushed to the disk
   * is lost. Call it while everything on it runs.
   */
  cutPower: () => Promise<void>;
  /** Power is back: mounts the disk again, with its journal replayed. Call it when no file on it is open. */
  remount: () => Promise<void>;
}

const megabyte = 2 ** 20;

/** From `linux/fs.h` and `fs/ext4`: shuts the file system down without flushing its journal. */
const shutdownScript = `open(F, "<", $ARGV[0]) or die "$!\\n"; my $how = pack("L", 2); ioctl(F, 0x8004587d, $how) or die "$!\\n"`;

/** @throws DiskUnavailable */
export async function createPowerLossDisk(megabytes: number): Promise<PowerLossDisk> {
  const { home, folder, remove } = await createMountPoint();
  const image = path.join(home, 'image');
  const mount = () => runMount('mount', '-o', 'loop', image, folder);
  try {
    await runMount('perl', '-v');
    await writeFile(image, '');
    await truncate(image, megabytes * megabyte);
    await runMount('mkfs.ext4', '-q', image);
    await mount();
    await chmod(folder, 0o755);
  } catch (error) {
    await remove();
    throw error;
  }
  return {
    folder,
    remove,
    async cutPower() {
      await runMount('perl', '-e', shutdownScript, folder);
    },
    async remount() {
      await runMount('umount', folder);
      await mount();
    },
  };
}
