/** Scheduled backups: writes one at each scheduled time and deletes the oldest ones. */
import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { type Db, inTransaction } from '../kernel/db/database.ts';
import { FileStoreError } from '../kernel/files/file-store-error.ts';
import { defineJob, EmptyPayload, JobError, type JobHandler } from '../kernel/jobs/job.ts';
import { insertBackupRecord } from './backups.sql.ts';
import { encryptedExtension } from './encrypt-backup.ts';
import { type BackupOptions, writeBackup } from './write-backup.ts';

/** Writes one scheduled backup. */
export const backupJob = defineJob({
  name: 'create-backup',
  payload: EmptyPayload,
  maxAttempts: 3,
  retryDelaySeconds: { first: 300, max: 3600 },
  timeoutSeconds: 6 * 3600,
  isDeduplicated: true,
});

/** Time, directory and number of the backups. */
export interface BackupSchedule {
  /** Cron expression of five fields, UTC. */
  cron: string;
  /** Absolute path. */
  directory: string;
  /** Number of backups to keep. */
  maxFiles: number;
}

/** `waypost-20261122T033000Z.zip`, or `….zip.age` when encrypted: names sort by time. */
export const backupFileName = (startedAt: Date, isEncrypted: boolean): string =>
  `waypost-${startedAt.toISOString().replaceAll(/[-:]|\.\d+/g, '')}.zip${isEncrypted ? encryptedExtension : ''}`;

const isBackup = (name: string) => /^waypost-\d{8}T\d{6}Z\.zip(\.age)?$/.test(name);
const isPartial = (name: string) => /^waypost-\d{8}T\d{6}Z\.zip(\.age)?\.part$/.test(name);

/** Age at which a partial file is considered abandoned. */
const abandonedAfterMs = 24 * 3_600_000;

/** Deletes the oldest backups and the partial files of killed processes. Other files are not touched. */
export async function deleteOldBackups(directory: string, maxFiles: number): Promise<void> {
  const names = await readdir(directory);
  const remove = (name: string) => rm(path.join(directory, name), { force: true });
  for (const name of names.filter(isBackup).sort().slice(0, -maxFiles)) await remove(name);
  for (const name of names.filter(isPartial)) {
    const stats = await stat(path.join(directory, name)).catch(() => undefined);
    if (stats && Date.now() - stats.mtimeMs > abandonedAfterMs) await remove(name);
  }
}

/** An error message for administrators, without personal data. */
function describeFailure(error: unknown): string {
  if (error instanceof FileStoreError) return `${error.message}.`;
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
  if (code === 'ENOSPC') return 'The disk is full.';
  if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM')
    return 'The directory for backups cannot be written to.';
  return code === '' ? 'The backup could not be written.' : `The backup could not be written (${code}).`;
}

/** Creates the handler of the backup job. @param options what a backup contains */
/** Writes one scheduled backup. */
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
      await run.complete((tx) => insertBackupRecord(tx, { started: startedAt, bytes, fault: null }));
    } catch (error) {
      const fault = describeFailure(error);
      if (!run.signal.aborted)
        await inTransaction(db, 'writes', (tx) =>
          insertBackupRecord(tx, { started: startedAt, bytes: null, fault }),
        );
      throw run.signal.aborted ? error : new JobError(fault);
    }
  };
