/** Disks that lose power. They want root, and a system that mounts. */
import { chmod, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Disk, mountPoint, runMounting } from '../../apps/server/src/testing/small-disk.ts';

export interface PowerlessDisk extends Disk {
  /**
   * As when the power goes: the file system answers nothing any more, and what was not written through to the disk by then
   * never will be. To be called while everything on it runs.
   */
  cut: () => Promise<void>;
  /** The power is back: mounted again, as its journal leaves it. To be called when nobody has anything open on it. */
  mend: () => Promise<void>;
}

const megabyte = 2 ** 20;

/** Of `linux/fs.h` and `fs/ext4`: the file system goes down, and its journal is not flushed. */
const goDown = `open(F, "<", $ARGV[0]) or die "$!\\n"; my $how = pack("L", 2); ioctl(F, 0x8004587d, $how) or die "$!\\n"`;

/** @throws NoDisk */
export async function powerlessDisk(megabytes: number): Promise<PowerlessDisk> {
  const { home, folder, remove } = await mountPoint();
  const image = path.join(home, 'image');
  const mount = () => runMounting('mount', '-o', 'loop', image, folder);
  try {
    await runMounting('perl', '-v');
    await writeFile(image, '');
    await truncate(image, megabytes * megabyte);
    await runMounting('mkfs.ext4', '-q', image);
    await mount();
    await chmod(folder, 0o755);
  } catch (error) {
    await remove();
    throw error;
  }
  return {
    folder,
    remove,
    async cut() {
      await runMounting('perl', '-e', goDown, folder);
    },
    async mend() {
      await runMounting('umount', folder);
      await mount();
    },
  };
}
