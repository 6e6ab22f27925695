/** Dependencies of the export jobs. */
import { limits } from '@waypost/contract/common/limits';
import type { Db, Tx } from '../kernel/db/database.ts';
import type { FileStore } from '../kernel/files/file-store.ts';
import type { JobQueue } from '../kernel/jobs/job-queue.ts';
import type { DeploymentState } from '../kernel/security/deployment-state.ts';

/** Services that the export jobs use. */
export interface ExportDependencies {
  db: Db;
  jobs: JobQueue;
  store: FileStore;
  readDeploymentState: (tx: Tx) => Promise<DeploymentState>;
}

/** The expiry of a file that is finished now. */
export const newFileExpiry = (): Date => new Date(Date.now() + limits.exportFileSeconds * 1000);
