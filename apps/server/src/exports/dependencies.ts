/** What the work on exports needs of the server. */
import { limits } from '@waypost/contract/common/limits';
import type { Db, Tx } from '../kernel/db/database.ts';
import type { FileStore } from '../kernel/files/file-store.ts';
import type { JobQueue } from '../kernel/jobs/job-queue.ts';
import type { DeploymentState } from '../kernel/security/deployment-state.ts';

export interface ExportDependencies {
  db: Db;
  jobs: JobQueue;
  store: FileStore;
  standing: (tx: Tx) => Promise<DeploymentState>;
}

/** When a file that is whole now is removed. */
export const newFileExpiry = (): Date => new Date(Date.now() + limits.exportFileSeconds * 1000);
