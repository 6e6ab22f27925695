/** Refuses extracts for which this server is too small before anything is done with them. */
import { statfs } from 'node:fs/promises';
import path from 'node:path';
import { readMemorySize } from '../../kernel/memory-size.ts';
import { ExtractRefusal } from './extract-refusal.ts';

/**
 * Memory that a server needs for a build beside everything else that it does: 100 MB of extract take 1 GB, 300 MB 2 GB.
 * A build itself takes 200 MB and less than twice the size of the extract.
 */
const memoryNeeds = { base: 450_000_000, perByte: 5 };

/** Free space on the disk that a build takes, with copies of the extract and of the map. Small extracts may unfold to this base. */
const diskNeeds = { base: 100_000_000, perByte: 8 };

/** Bytes. */
export interface ServerResources {
  memory: number;
  /** Free space; null where the file system does not tell. */
  disk: number | null;
}

/** The memory of this server, and the free space where a directory is. */
export async function readResources(directory: string): Promise<ServerResources> {
  // The directory is created with its first file.
  const space = await statfs(directory)
    .catch(() => statfs(path.dirname(directory)))
    .catch(() => null);
  return { memory: readMemorySize(), disk: space && space.bavail * space.bsize };
}

const toMegabytes = (bytes: number) => Math.round(bytes / 1e6);

/** @param size bytes of the extract @throws ExtractRefusal when the server is too small for it */
export function checkResources(size: number, { memory, disk }: ServerResources): void {
  const neededMemory = memoryNeeds.base + memoryNeeds.perByte * size;
  if (memory < neededMemory)
    throw new ExtractRefusal('extractMemory', {
      needed: toMegabytes(neededMemory),
      present: toMegabytes(memory),
    });
  const neededDisk = diskNeeds.base + diskNeeds.perByte * size;
  if (disk !== null && disk < neededDisk)
    throw new ExtractRefusal('extractDisk', { needed: toMegabytes(neededDisk), present: toMegabytes(disk) });
}
