import { totalmem } from 'node:os';

/** Bytes of memory of the machine, or the limit of the container if it is lower. */
export const readMemorySize = (): number =>
  Math.min(process.constrainedMemory() || Number.POSITIVE_INFINITY, totalmem());
