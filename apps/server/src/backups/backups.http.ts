/** Backups by the clock. They have no addresses: who may read the deployment's disk reads them. */
import type { Mount } from '../kernel/route.ts';
import { type BackupPlan, backUp, backupWriter } from './keep-backups.ts';
import type { BackupOptions } from './write-backup.ts';

/** @param plan undefined where the operator named none: nothing is done then */
export function mountBackups(
  mount: Mount,
  plan: BackupPlan | undefined,
  made: Omit<BackupOptions, 'file' | 'signal'>,
): void {
  if (!plan) return;
  mount.jobs.handle(backUp, backupWriter(mount.db, plan, made));
  mount.jobs.schedule(backUp, plan.cron);
}
