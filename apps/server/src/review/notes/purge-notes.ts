/** Hourly job that deletes notes which can no longer be restored. */
import { type Db, inTransaction } from '../../kernel/db/database.ts';
import { defineJob, EmptyPayload, type JobHandler } from '../../kernel/jobs/job.ts';
import { deleteOldNotes } from './notes.sql.ts';

/** The hourly job. */
export const purgeNotesJob = defineJob({ name: 'purge-notes', payload: EmptyPayload });

/** Creates the handler of `purgeNotesJob`. */
export const createNotePurge =
  (db: Db): JobHandler<typeof purgeNotesJob> =>
  () =>
    inTransaction(db, 'writes', deleteOldNotes);
