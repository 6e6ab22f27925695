/** Backups by the clock. They have no addresses: who may read the deployment's disk reads them. */
import type { MountContext } from '../kernel/http/route.ts';
import { type BackupSchedule, backupJob, backupJobHandler } from './scheduled-backups.ts';
import type { BackupOptions } from './write-backup.ts';

/** @param plan undefined where the operator named none: nothing is done then */
export function mountBackups(
  mount: MountContext,
  plan: BackupSchedule | undefined,
  options: Omit<BackupOptions, 'file' | 'signal'>,
): void {
  if (!plan) return;
  mount.jobs.register(backupJob, backupJobHandler(mount.db, plan, options));
  mount.jobs.schedule(backupJob, plan.cron);
}
