/** Backups by the clock: one at each time the operator named, the oldest beyond their number taken away. */
import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { type Db, inTransaction } from '../kernel/db/database.ts';
import { FileStoreError } from '../kernel/files/file-store-error.ts';
import { defineJob, EmptyPayload, JobError, type JobHandler } from '../kernel/jobs/job.ts';
import { insertBackupRecord } from './backups.sql.ts';
import { encryptedExtension } from './encrypt-backup.ts';
import { type BackupOptions, writeBackup } from './write-backup.ts';

export const backupJob = defineJob({
  name: 'back-up',
  payload: EmptyPayload,
  maxAttempts: 3,
  retryDelaySeconds: { first: 300, max: 3600 },
  timeoutSeconds: 6 * 3600,
  isDeduplicated: true,
});

/** When, where to and how many. */
export interface BackupSchedule {
  /** Five fields, UTC. */
  cron: string;
  /** Absolute. */
  directory: string;
  /** How many are kept. */
  maxFiles: number;
}

/** `waypost-20261122T033000Z.zip`, or `….zip.age` when it is encrypted: names sort as the backups were made. */
export const backupFileName = (moment: Date, isEncrypted: boolean): string =>
  `waypost-${moment.toISOString().replaceAll(/[-:]|\.\d+/g, '')}.zip${isEncrypted ? encryptedExtension : ''}`;

const isOurs = (name: string) => /^waypost-\d{8}T\d{6}Z\.zip(\.age)?$/.test(name);
const isDraft = (name: string) => /^waypost-\d{8}T\d{6}Z\.zip(\.age)?\.part$/.test(name);

/** Milliseconds after which a half-written file is nobody's work any more. */
const abandonedAfterMs = 24 * 3_600_000;

/** Takes the oldest away, and what a process that was killed left half-written. Files of other names are left alone. */
export async function deleteOldBackups(directory: string, maxFiles: number): Promise<void> {
  const names = await readdir(directory);
  const remove = (name: string) => rm(path.join(directory, name), { force: true });
  for (const name of names.filter(isOurs).sort().slice(0, -maxFiles)) await remove(name);
  for (const name of names.filter(isDraft)) {
    const stats = await stat(path.join(directory, name)).catch(() => undefined);
    if (stats && Date.now() - stats.mtimeMs > abandonedAfterMs) await remove(name);
  }
}

/** Words that say what is wrong and name nobody. */
function describeFailure(error: unknown): string {
  if (error instanceof FileStoreError) return `${error.message}.`;
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
  if (code === 'ENOSPC') return 'The disk is full.';
  if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM')
    return 'The directory for backups cannot be written to.';
  return code === '' ? 'The backup could not be written.' : `The backup could not be written (${code}).`;
}

/** @param options what a backup is made of */
export const backupJobHandler =
  (
    db: Db,
    schedule: BackupSchedule,
    options: Omit<BackupOptions, 'file' | 'signal'>,
  ): JobHandler<typeof backupJob> =>
  async (_, run) => {
    const startedAt = new Date();
    const file = path.join(schedule.directory, backupFileName(startedAt, options.encryption !== undefined));
    try {
      const { bytes } = await writeBackup({ ...options, file, signal: run.signal });
      await deleteOldBackups(schedule.directory, schedule.maxFiles);
      await run.complete((tx) => insertBackupRecord(tx, { began: startedAt, bytes, fault: null }));
    } catch (error) {
      const fault = describeFailure(error);
      if (!run.signal.aborted)
        await inTransaction(db, 'writes', (tx) =>
          insertBackupRecord(tx, { began: startedAt, bytes: null, fault }),
        );
      throw run.signal.aborted ? error : new JobError(fault);
    }
  };
