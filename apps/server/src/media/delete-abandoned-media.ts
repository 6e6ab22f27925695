/** Deletes media that are no longer used. Their files are removed after the commit (docs/decisions/0106). */
import { type Db, inTransaction } from '../kernel/db/database.ts';
import { deleteAbandonedUploads } from './media.sql.ts';
import { deleteStaleUploads } from './uploads.sql.ts';

/** Deletes uploads that were not attached to anything within a day, and incomplete chunked uploads after a week. */
export const deleteAbandonedMedia = (db: Db): Promise<void> =>
  inTransaction(db, 'writes', async (tx) => {
    await deleteAbandonedUploads(tx);
    await deleteStaleUploads(tx);
  });
