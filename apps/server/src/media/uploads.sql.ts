/** Queries about chunked uploads. */
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';
import type { Tables } from '../migrations/tables.ts';

export type UploadRow = Selectable<Tables['uploads']>;

/** Inserts an upload. */
export const insertUpload = (tx: Tx, row: Insertable<Tables['uploads']>): Promise<UploadRow> =>
  tx.insertInto('uploads').values(row).returningAll().executeTakeFirstOrThrow();

/** An upload, or undefined. */
export const findUpload = (tx: Tx, id: string): Promise<UploadRow | undefined> =>
  tx.selectFrom('uploads').selectAll().where('id', '=', id).executeTakeFirst();

/** Reads the row and locks it, so that chunks of one upload are stored one after the other. */
export const lockUpload = (tx: Tx, id: string): Promise<UploadRow | undefined> =>
  tx.selectFrom('uploads').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/** Stores a chunk after those that have arrived. */
export async function appendChunk(tx: Tx, { id, received }: UploadRow, bytes: Buffer): Promise<UploadRow> {
  await tx.insertInto('upload_chunks').values({ upload_id: id, byte_offset: received, bytes }).execute();
  return tx
    .updateTable('uploads')
    .set({ received: received + bytes.length })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The complete file, joined from its chunks. */
export async function joinChunks(tx: Tx, id: string): Promise<Buffer> {
  const chunks = await tx
    .selectFrom('upload_chunks')
    .select('bytes')
    .where('upload_id', '=', id)
    .orderBy('byte_offset')
    .execute();
  return Buffer.concat(chunks.map((it) => it.bytes));
}

/** Stores the picture's id and deletes the chunks. */
export async function finishUploadRow(tx: Tx, id: string, mediaId: number): Promise<UploadRow> {
  await tx.deleteFrom('upload_chunks').where('upload_id', '=', id).execute();
  return tx
    .updateTable('uploads')
    .set({ media_id: mediaId })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Deletes uploads that began more than a week ago. */
export const deleteStaleUploads = async (tx: Tx): Promise<void> => {
  await tx.deleteFrom('uploads').where('created', '<', sql<Date>`now() - interval '7 days'`).execute();
};

/** Number of unfinished uploads of a user. */
export async function countUnfinishedUploads(tx: Tx, userId: number): Promise<number> {
  const { count } = await tx
    .selectFrom('uploads')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('media_id', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}
