/** Runs the process that makes an archive from an extract. */
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { removeOldDirectories } from '../../kernel/files/remove-old-directories.ts';
import { ContentRefusal } from '../../kernel/security/content-refusal.ts';
import { createWorkerPool, isOutOfMemory } from '../../kernel/workers/worker-pool.ts';
import type { BuildResult } from './extract-worker.ts';

/** Megabytes for objects; locations of nodes come on top of it. */
const maxHeapMegabytes = 600;
const progressIntervalMs = 1000;
/**
 * A real extract takes up to a second for each megabyte on two cores and a few seconds to begin, a slow machine six times as long; the
 * rest is for a busy one. Other extracts wait meanwhile.
 */
const maxBuildMs = { base: 60_000, perMegabyte: 15_000 };

/** The longest time for a build, so that an extract that is made to be slow does not keep others waiting for long. @param size bytes */
export const computeMaxBuildMs = (size: number): number =>
  maxBuildMs.base + (size / 1e6) * maxBuildMs.perMegabyte;

/** Files of a build. */
export interface BuildDirectory {
  path: string;
  /** Where the extract is put. */
  extract: string;
  /** Where the archive appears. */
  archive: string;
}

const directoryPrefix = 'map-build-';
/** Hours after which a directory is that of a process that was killed. */
const maxAgeHours = 48;

/** The directory for building an archive; it may not exist. */
export function buildDirectoryOf(temporaryDirectory: string, id: number): BuildDirectory {
  const directory = path.join(temporaryDirectory, `${directoryPrefix}${id}`);
  return {
    path: directory,
    extract: path.join(directory, 'extract.osm.pbf'),
    archive: path.join(directory, 'map.pmtiles'),
  };
}

/** Removes what a killed process has left, and creates the directory. */
export async function prepareBuildDirectory({ path: directory }: BuildDirectory): Promise<void> {
  await removeBuildDirectory({ path: directory });
  await mkdir(directory, { recursive: true });
}

/** Removes the directory with its files. */
export const removeBuildDirectory = ({ path: directory }: Pick<BuildDirectory, 'path'>): Promise<void> =>
  rm(directory, { recursive: true, force: true });

/** Removes directories that killed processes have left, and that nobody continues. */
export const removeOldBuildDirectories = (temporaryDirectory: string): Promise<void> =>
  removeOldDirectories(temporaryDirectory, directoryPrefix, maxAgeHours);

/** The failure of the worker with its system code, such as `ENOSPC`, by which an outage is recognized. */
function restoreCode(error: unknown): unknown {
  const code = error instanceof Error ? /^(E[A-Z]+):/.exec(error.message)?.[1] : undefined;
  return code === undefined ? error : Object.assign(new Error(code, { cause: error }), { code });
}

/**
 * Makes the archive from the extract in the directory, in a process of its own.
 * @param maxMs after this time the extract is refused
 * @param reportProgress is called about once a second; when it throws, the process is ended
 * @throws ContentRefusal when the extract cannot be used
 */
export async function runBuild(
  directory: BuildDirectory,
  { signal, maxMs }: { signal: AbortSignal; maxMs: number },
  reportProgress: (share: number) => Promise<void>,
): Promise<void> {
  const pool = createWorkerPool(import.meta, 'extract-worker', { maxHeapMegabytes });
  const stop = () => void pool.terminate(true);
  signal.addEventListener('abort', stop, { once: true });
  try {
    let share = 0;
    const files = { input: directory.extract, output: directory.archive, directory: directory.path };
    const running = pool.exec('build', [files], { on: (done: number) => (share = done) });
    const result = Promise.resolve(running as PromiseLike<BuildResult>);
    const isDone = result.then(
      () => true,
      () => true,
    );
    const endsAt = performance.now() + maxMs;
    do {
      if (performance.now() >= endsAt) throw new ContentRefusal('extractComplex');
      await reportProgress(share);
    } while (!(await Promise.race([isDone, delay(progressIntervalMs, false)])));
    const outcome = await result;
    if ('refusal' in outcome) throw new ContentRefusal(outcome.refusal.rule, outcome.refusal.params);
  } catch (error) {
    signal.throwIfAborted();
    if (isOutOfMemory(error)) throw new ContentRefusal('extractComplex', {}, { cause: error });
    throw restoreCode(error);
  } finally {
    signal.removeEventListener('abort', stop);
    await pool.terminate(true);
  }
}
