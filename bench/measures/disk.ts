/** Disk usage of the database: tables, indexes and write-ahead log. */
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Measure } from '../measure.ts';
import { descendantsOf, workingDirectory } from '../processes.ts';

const megabyte = 1_000_000;
/** Unit of `st_blocks`, whatever the block size of the file system. */
const blockBytes = 512;

async function bytesUnder(folder: string): Promise<number> {
  const files = await readdir(folder, { recursive: true });
  // Temporary files come and go.
  const sizes = await Promise.all(
    files.map((file) =>
      stat(path.join(folder, file)).then(
        (it) => it.blocks * blockBytes,
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

export const disk: Measure = {
  name: 'disk',
  rows: [
    { label: 'database', unit: 'MB' },
    { label: 'write-ahead log', unit: 'MB' },
  ],
  async runOnce({ waypost }) {
    const [postmaster] = await descendantsOf(waypost.pid);
    if (postmaster === undefined) throw new Error('the server runs no database of its own');
    const cluster = await workingDirectory(postmaster);
    const sizes = await Promise.all(['base', 'pg_wal'].map((part) => bytesUnder(path.join(cluster, part))));
    return sizes.map((size) => size / megabyte);
  },
};
