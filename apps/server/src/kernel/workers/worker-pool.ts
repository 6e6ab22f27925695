/** Processes for work that would keep the server from responding, or that must not have its secrets. */
import path from 'node:path';
import workerpool, { type Pool } from 'workerpool';
import { omitUndefined } from '../omit-undefined.ts';

/** Only what starting a program needs, without the server's settings and secrets. */
const workerEnvironment = () => {
  const { PATH, HOME, TMPDIR, TEMP, SystemRoot, LD_LIBRARY_PATH } = process.env;
  return omitUndefined({ PATH, HOME, TMPDIR, TEMP, SystemRoot, LD_LIBRARY_PATH });
};

/**
 * Creates a pool, which starts a process when there is work.
 * @param module `import.meta` of a file beside the worker: a TypeScript file in the sources, and a bundled file in the build
 * @param name the worker's file without its ending
 * @param maxHeapMegabytes for objects; a process that needs more ends
 */
export function createWorkerPool(
  { filename, dirname }: Pick<ImportMeta, 'filename' | 'dirname'>,
  name: string,
  { maxWorkers = 1, maxHeapMegabytes }: { maxWorkers?: number; maxHeapMegabytes?: number } = {},
): Pool {
  const isSource = filename.endsWith('.ts');
  return workerpool.pool(path.join(dirname, `${name}.${isSource ? 'ts' : 'js'}`), {
    workerType: 'process',
    maxWorkers,
    workerTerminateTimeout: 500,
    forkOpts: {
      serialization: 'advanced',
      cwd: dirname,
      env: workerEnvironment(),
      execArgv: [
        ...(maxHeapMegabytes === undefined ? [] : [`--max-old-space-size=${maxHeapMegabytes}`]),
        ...(isSource ? ['--import', 'tsx'] : []),
      ],
    },
  });
}

/** Whether the process ended because its memory was exhausted. */
export const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && /signalCode: `SIGABRT`|exitCode: `134`/.test(error.message);

/** Whether work was ended at its time limit. */
export const isTimeout = (error: unknown): boolean => error instanceof Error && error.name === 'TimeoutError';
