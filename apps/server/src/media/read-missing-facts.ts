/** Reads the facts of pictures that were stored without them: by an earlier version, or restored from a backup. */
import { buffer } from 'node:stream/consumers';
import { type Db, inTransaction } from '../kernel/db/database.ts';
import { defineJob, EmptyPayload, type JobHandler } from '../kernel/jobs/job.ts';
import type { PictureDependencies } from './create-media.ts';
import { findMediaWithoutFacts, insertPictureFacts, noPictureFacts } from './picture-facts.sql.ts';

/** Job that reads the facts of all pictures without them. */
export const readPictureFactsJob = defineJob({
  name: 'read-picture-facts',
  payload: EmptyPayload,
  timeoutSeconds: 86_400,
  isDeduplicated: true,
});

/** Daily job that deletes time and place of photographs. */
export const deletePhotoDataJob = defineJob({ name: 'delete-photo-data', payload: EmptyPayload });

/** Rows read per query. */
const batchSize = 100;

/** Handler of `readPictureFactsJob`. */
export const createFactsReader =
  (db: Db, { store, pictures }: PictureDependencies): JobHandler<typeof readPictureFactsJob> =>
  async (_payload, run) => {
    let lastId = 0;
    let count = 0;
    for (;;) {
      const rows = await inTransaction(db, 'reads', (tx) => findMediaWithoutFacts(tx, lastId, batchSize));
      if (rows.length === 0) return;
      for (const { id, file } of rows) {
        const isStored = (await store.size(file)) !== undefined;
        const facts = isStored ? await pictures.readFacts(await buffer(store.read(file))) : noPictureFacts;
        await inTransaction(db, 'writes', (tx) => insertPictureFacts(tx, id, facts));
        lastId = id;
        count += 1;
        await run.reportProgress(count, null);
      }
    }
  };
