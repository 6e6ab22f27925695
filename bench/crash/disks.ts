/** Disks that lose power. They want root, and a system that mounts. */
import { chmod, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  createMountPoint,
  type MountedDisk,
  runMount,
} from '../../apps/server/src/testing/servers/small-disk.ts';

export interface PowerLossDisk extends MountedDisk {
  /**
   * As when the power goes: the file system answers nothing any more, and what was not written through to the disk by then
   * never will be. To be called while everything on it runs.
   */
  cutPower: () => Promise<void>;
  /** The power is back: mounted again, as its journal leaves it. To be called when nobody has anything open on it. */
  remount: () => Promise<void>;
}

const megabyte = 2 ** 20;

/** Of `linux/fs.h` and `fs/ext4`: the file system goes down, and its journal is not flushed. */
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
