/** Backups by the clock: one at each time the operator named, the oldest beyond their number taken away. */
import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { type Db, inTransaction } from '../kernel/db.ts';
import { defineJob, EmptyPayload, JobFault, type JobHandler } from '../kernel/jobs/job.ts';
import { StoreFault } from '../kernel/store-fault.ts';
import { noteBackup } from './backups.sql.ts';
import { encryptedEnding } from './encrypt-backup.ts';
import { type BackupOptions, writeBackup } from './write-backup.ts';

export const backUp = defineJob({
  name: 'back-up',
  payload: EmptyPayload,
  attempts: 3,
  pause: { first: 300, most: 3600 },
  seconds: 6 * 3600,
  oneWaiting: true,
});

/** When, where to and how many. */
export interface BackupPlan {
  /** Five fields, UTC. */
  cron: string;
  /** Absolute. */
  directory: string;
  /** How many are kept. */
  keep: number;
}

/** `waypost-20261122T033000Z.zip`, or `….zip.age` when it is encrypted: names sort as the backups were made. */
export const backupName = (moment: Date, isEncrypted: boolean): string =>
  `waypost-${moment.toISOString().replaceAll(/[-:]|\.\d+/g, '')}.zip${isEncrypted ? encryptedEnding : ''}`;

const isOurs = (name: string) => /^waypost-\d{8}T\d{6}Z\.zip(\.age)?$/.test(name);
const isDraft = (name: string) => /^waypost-\d{8}T\d{6}Z\.zip(\.age)?\.part$/.test(name);

/** Milliseconds after which a half-written file is nobody's work any more. */
const givenUp = 24 * 3_600_000;

/** Takes the oldest away, and what a process that was killed left half-written. Files of other names are left alone. */
export async function keepNewest(directory: string, keep: number): Promise<void> {
  const names = await readdir(directory);
  const remove = (name: string) => rm(path.join(directory, name), { force: true });
  for (const name of names.filter(isOurs).sort().slice(0, -keep)) await remove(name);
  for (const name of names.filter(isDraft)) {
    const known = await stat(path.join(directory, name)).catch(() => undefined);
    if (known && Date.now() - known.mtimeMs > givenUp) await remove(name);
  }
}

/** Words that say what is wrong and name nobody. */
function reasonOf(error: unknown): string {
  if (error instanceof StoreFault) return `${error.message}.`;
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
  if (code === 'ENOSPC') return 'The disk is full.';
  if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM')
    return 'The directory for backups cannot be written to.';
  return code === '' ? 'The backup could not be written.' : `The backup could not be written (${code}).`;
}

/** @param made what a backup is made of */
export const backupWriter =
  (db: Db, plan: BackupPlan, made: Omit<BackupOptions, 'file' | 'signal'>): JobHandler<typeof backUp> =>
  async (_, run) => {
    const began = new Date();
    const file = path.join(plan.directory, backupName(began, made.encryption !== undefined));
    try {
      const { bytes } = await writeBackup({ ...made, file, signal: run.signal });
      await keepNewest(plan.directory, plan.keep);
      await run.finish((tx) => noteBackup(tx, { began, bytes, fault: null }));
    } catch (error) {
      const fault = reasonOf(error);
      if (!run.signal.aborted)
        await inTransaction(db, 'writes', (tx) => noteBackup(tx, { began, bytes: null, fault }));
      throw run.signal.aborted ? error : new JobFault(fault);
    }
  };
