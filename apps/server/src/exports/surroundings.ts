/** What the work on exports needs of the server. */
import { limits } from '@waypost/contract/limits';
import type { Db, Tx } from '../kernel/db.ts';
import type { FileStore } from '../kernel/file-store.ts';
import type { Jobs } from '../kernel/jobs/jobs.ts';
import type { Standing } from '../kernel/standing.ts';

export interface ExportSurroundings {
  db: Db;
  jobs: Jobs;
  store: FileStore;
  standing: (tx: Tx) => Promise<Standing>;
}

/** When a file that is whole now is removed. */
export const lapse = (): Date => new Date(Date.now() + limits.exportFile * 1000);
