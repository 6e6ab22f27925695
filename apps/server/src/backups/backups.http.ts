/** Schedules backups. They have no endpoints: only who can read the disk of the deployment can read them. */
import type { MountContext } from '../kernel/http/route.ts';
import { type BackupSchedule, backupJob, backupJobHandler } from './scheduled-backups.ts';
import type { BackupOptions } from './write-backup.ts';

/** Registers and schedules the backup job. @param schedule undefined: no scheduled backups */
export function mountBackups(
  mount: MountContext,
  schedule: BackupSchedule | undefined,
  options: Omit<BackupOptions, 'file' | 'signal'>,
): void {
  if (!schedule) return;
  mount.jobs.register(backupJob, backupJobHandler(mount.db, schedule, options));
  mount.jobs.schedule(backupJob, schedule.cron);
}
