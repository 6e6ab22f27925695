/** Jobs that copy an archive into the file store and check it. From an extract one makes the archive first. */
import { createReadStream } from 'node:fs';
import { stat, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { type Db, inTransaction, type Tx } from '../kernel/db/database.ts';
import { defineJob, JobCancelledError, type JobHandler } from '../kernel/jobs/job.ts';
import type { JobQueue } from '../kernel/jobs/job-queue.ts';
import { outageOf } from '../kernel/outage.ts';
import { ContentRefusal } from '../kernel/security/content-refusal.ts';
import { inspectArchive } from './archive/inspect-archive.ts';
import { chunkFileName, readStoredPart, removeChunks } from './archive-files.ts';
import { ArchiveObserver, type RecognizedSource, recognizeSource } from './archive-observer.ts';
import {
  type BuildDirectory,
  buildDirectoryOf,
  computeMaxBuildMs,
  prepareBuildDirectory,
  removeBuildDirectory,
  runBuild,
} from './extract/run-build.ts';
import { checkResources, readResources } from './extract/server-resources.ts';
import {
  findMapArchive,
  isBeingImported,
  lockMapArchive,
  type MapArchiveRow,
  saveImportProgress,
  updateMapArchiveRow,
} from './map-archives.sql.ts';
import { removeKey } from './map-archives.view.ts';
import { loadNames } from './names/load-names.ts';
import { analyzeNames, deleteNames } from './names/map-names.sql.ts';
import { openChunks, openSource, type SourceDependencies } from './open-source.ts';

const settings = { payload: z.object({ archive: z.int() }), maxAttempts: 3, timeoutSeconds: 86_400 };

/** The job of one archive that was uploaded or is on the server. An extract is passed on to `buildMapArchiveJob`. */
export const importMapArchiveJob = defineJob({ ...settings, name: 'import-map-archive', concurrency: 2 });

/** The same for an archive at an address, which may be slow: other archives do not wait for it. */
export const downloadMapArchiveJob = defineJob({ ...settings, name: 'download-map-archive', concurrency: 2 });

/**
 * Makes an archive from an extract. One at a time, since each may take more than a gigabyte of memory; no archive waits for it. Extracts
 * at addresses were fetched by `downloadMapArchiveJob`, so that a slow address does not keep other extracts waiting.
 */
export const buildMapArchiveJob = defineJob({ ...settings, name: 'build-map-archive' });

type Run = Parameters<JobHandler<typeof importMapArchiveJob>>[1];

/** The archive was deleted meanwhile. */
class ImportStopped extends Error {}

/** What the import needs. */
export interface ImportDependencies extends SourceDependencies {
  /** Absolute path of the directory for files that are removed afterwards. */
  temporaryDirectory: string;
}

/** The validation message for a failure; undefined when another attempt may succeed. */
function describeFailure(error: unknown, isLastAttempt: boolean): MapArchiveRow['failure'] | undefined {
  if (error instanceof ContentRefusal) return { rule: error.rule, params: error.params };
  if (outageOf(error) === 'server.full') return { rule: 'archiveDiskFull', params: {} };
  return isLastAttempt ? { rule: 'archiveFailed', params: {} } : undefined;
}

/** One attempt at an import. */
class Import {
  readonly #db: Db;
  readonly #dependencies: ImportDependencies;
  readonly #row: MapArchiveRow;
  readonly #run: Run;
  readonly #directory: BuildDirectory;

  constructor(db: Db, dependencies: ImportDependencies, { row, run }: { row: MapArchiveRow; run: Run }) {
    this.#db = db;
    this.#dependencies = dependencies;
    this.#row = row;
    this.#run = run;
    this.#directory = buildDirectoryOf(dependencies.temporaryDirectory, row.id);
  }

  async #open(): Promise<RecognizedSource> {
    return recognizeSource(await openSource(this.#row, this.#dependencies, this.#run.signal));
  }

  /** The extract, without another request to an address. */
  #openExtract(): Promise<RecognizedSource> {
    return this.#row.source === 'address'
      ? recognizeSource(openChunks(this.#row, this.#dependencies.store))
      : this.#open();
  }

  /**
   * Imports an archive. An extract is fetched if it is at an address, and passed on to another job, which makes the archive.
   * @returns whether the archive is complete
   * @throws ImportStopped when the archive was deleted; ContentRefusal
   */
  async importArchive(jobs: JobQueue): Promise<boolean> {
    const source = await this.#open();
    if (source.kind === 'archive') {
      await this.#storeSource(source);
      return true;
    }
    if (this.#row.source === 'address') await this.#passOn(jobs, await this.#fetchExtract(source));
    else {
      // Closes the source, which the other job opens again.
      for await (const _ of source.bytes) break;
      await this.#passOn(jobs, this.#row.size);
    }
    return false;
  }

  /** Stores an extract that is at an address. @returns its size */
  async #fetchExtract(source: RecognizedSource): Promise<number> {
    const observer = new ArchiveObserver((received) =>
      this.#reportProgress('importing', received, source.size),
    );
    await this.#dependencies.store.write(chunkFileName(this.#row, 0), observer.observe(source));
    return observer.size;
  }

  #passOn(jobs: JobQueue, size: number | null): Promise<void> {
    return this.#run.complete(async (tx) => {
      const { id } = this.#row;
      const progress = { state: 'building', received: 0, size } as const;
      if (!(await saveImportProgress(tx, id, progress))) throw new ImportStopped('deleted');
      await updateMapArchiveRow(tx, id, { origin: removeKey(this.#row) });
      await jobs.add(tx, buildMapArchiveJob, { archive: id });
    });
  }

  /** Makes the archive from an extract, and imports it. @throws ImportStopped when it was deleted; ContentRefusal */
  async importExtract(): Promise<void> {
    await removeBuildDirectory(this.#directory);
    try {
      const source = await this.#openExtract();
      // There may be another file of this name on the server by now.
      if (source.kind === 'archive') return await this.#storeSource(source);
      // The row keeps the size of an uploaded extract, by which its chunks are found.
      const archive = await this.#build(source);
      await this.#loadNames();
      await this.#store(archive, async () => {});
    } finally {
      await removeBuildDirectory(this.#directory);
    }
  }

  #storeSource(source: RecognizedSource): Promise<void> {
    return this.#store(source, (received) => this.#reportProgress('importing', received, source.size));
  }

  async #reportProgress(state: 'importing' | 'building', received: number, size: number | null) {
    await this.#run.reportProgress(received, size);
    const progress = { state, received, size };
    const save = () =>
      inTransaction(this.#db, 'writes', (tx) => saveImportProgress(tx, this.#row.id, progress));
    if (!(await save())) throw new ImportStopped('deleted');
  }

  /** Makes the archive from an extract. */
  async #build(extract: RecognizedSource): Promise<RecognizedSource> {
    const directory = this.#directory;
    await prepareBuildDirectory(directory);
    checkResources(extract.size ?? 0, await readResources(directory.path));
    const observer = new ArchiveObserver((received) =>
      this.#reportProgress('importing', received, extract.size),
    );
    await writeFile(directory.extract, observer.observe(extract), { flag: 'wx', mode: 0o600 });
    const { size } = observer;
    await this.#reportProgress('building', 0, size);
    await runBuild(directory, { signal: this.#run.signal, maxMs: computeMaxBuildMs(size) }, (share) =>
      this.#reportProgress('building', Math.floor(share * size), size),
    );
    const { size: archiveSize } = await stat(directory.archive);
    return { kind: 'archive', size: archiveSize, bytes: createReadStream(directory.archive) };
  }

  /** Loads the names of the extract; those of an earlier attempt are deleted before. */
  async #loadNames(): Promise<void> {
    const { id } = this.#row;
    const inBatch = async (work: (tx: Tx) => Promise<void>) => {
      this.#run.signal.throwIfAborted();
      await inTransaction(this.#db, 'writes', async (tx) => {
        const current = await lockMapArchive(tx, id);
        if (!current || !isBeingImported(current)) throw new ImportStopped('deleted');
        await work(tx);
      });
    };
    await inBatch((tx) => deleteNames(tx, id));
    await loadNames(id, this.#directory.path, inBatch);
    await inBatch(analyzeNames);
  }

  async #store(
    archive: RecognizedSource,
    reportProgress: (received: number) => Promise<void>,
  ): Promise<void> {
    const { store } = this.#dependencies;
    const row = this.#row;
    const observer = new ArchiveObserver(reportProgress);
    await store.write(row.file, observer.observe(archive));
    const { size, hash } = observer;
    const facts = await inspectArchive(
      (offset, length) => readStoredPart(store, row.file, offset, length),
      size,
    );
    await this.#run.complete(async (tx) => {
      const current = await lockMapArchive(tx, row.id);
      if (!current || !isBeingImported(current)) throw new ImportStopped('deleted');
      await updateMapArchiveRow(tx, row.id, {
        ...facts,
        attribution: JSON.stringify(facts.attribution),
        state: 'ready',
        origin: removeKey(row),
        size,
        received: size,
        hash,
      });
    });
  }
}

/** Creates the handlers of the jobs, of which the first is also that of downloads. Every attempt begins anew. */
export function createArchiveImporters(
  db: Db,
  jobs: JobQueue,
  dependencies: ImportDependencies,
): {
  importArchive: JobHandler<typeof importMapArchiveJob>;
  importExtract: JobHandler<typeof buildMapArchiveJob>;
} {
  const { store, temporaryDirectory } = dependencies;

  const fail = (row: MapArchiveRow, failure: NonNullable<MapArchiveRow['failure']>) =>
    inTransaction(db, 'writes', async (tx) => {
      const current = await lockMapArchive(tx, row.id);
      if (current && isBeingImported(current))
        await updateMapArchiveRow(tx, row.id, {
          state: 'failed',
          failure: JSON.stringify(failure),
          origin: removeKey(row),
        });
      await deleteNames(tx, row.id);
    });

  /** @param work returns false if another job goes on with the file */
  const attempt =
    (work: (one: Import) => Promise<boolean>): JobHandler<typeof importMapArchiveJob> =>
    async ({ archive }, run) => {
      const row = await inTransaction(db, 'reads', (tx) => findMapArchive(tx, archive));
      if (!row || !isBeingImported(row)) {
        // A process that was killed may have left its files.
        await removeBuildDirectory(buildDirectoryOf(temporaryDirectory, archive));
        return;
      }
      try {
        if (!(await work(new Import(db, dependencies, { row, run })))) return;
      } catch (error) {
        if (run.signal.aborted || error instanceof JobCancelledError) throw error;
        const isStopped = error instanceof ImportStopped;
        const failure = isStopped ? undefined : describeFailure(error, run.isLastAttempt);
        if (!isStopped && failure == null) throw error;
        await store.remove(row.file);
        if (failure) await fail(row, failure);
        // An administrator finds it among the failed jobs.
        if (failure?.rule === 'archiveFailed') throw error;
      }
      await removeChunks(store, row);
    };

  return {
    importArchive: attempt((one) => one.importArchive(jobs)),
    importExtract: attempt(async (one) => {
      await one.importExtract();
      return true;
    }),
  };
}
