/** Backups by the clock. They have no addresses: who may read the deployment's disk reads them. */
import type { FileStore } from '../kernel/file-store.ts';
import type { Mount } from '../kernel/route.ts';
import { type BackupPlan, backUp, backupWriter } from './keep-backups.ts';

/** @param plan undefined where the operator named none: nothing is done then */
export function mountBackups(
  mount: Mount,
  plan: BackupPlan | undefined,
  made: { connectionString: string; store: FileStore; version: string },
): void {
  if (!plan) return;
  mount.jobs.handle(backUp, backupWriter(mount.db, plan, made));
  mount.jobs.schedule(backUp, plan.cron);
}
