/** Every query about pictures that arrive in pieces. */
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';
import type { Tables } from '../migrations/tables.ts';

export type UploadRow = Selectable<Tables['uploads']>;

export const insertUpload = (tx: Tx, row: Insertable<Tables['uploads']>): Promise<UploadRow> =>
  tx.insertInto('uploads').values(row).returningAll().executeTakeFirstOrThrow();

export const findUpload = (tx: Tx, id: string): Promise<UploadRow | undefined> =>
  tx.selectFrom('uploads').selectAll().where('id', '=', id).executeTakeFirst();

/** Whoever sends a piece of the same upload waits until this one is stored. */
export const lockUpload = (tx: Tx, id: string): Promise<UploadRow | undefined> =>
  tx.selectFrom('uploads').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/** Adds a piece behind those that have arrived. */
export async function appendChunk(tx: Tx, { id, received }: UploadRow, bytes: Buffer): Promise<UploadRow> {
  await tx.insertInto('upload_pieces').values({ upload_id: id, begins: received, bytes }).execute();
  return tx
    .updateTable('uploads')
    .set({ received: received + bytes.length })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The whole file, out of its pieces. */
export async function joinChunks(tx: Tx, id: string): Promise<Buffer> {
  const pieces = await tx
    .selectFrom('upload_pieces')
    .select('bytes')
    .where('upload_id', '=', id)
    .orderBy('begins')
    .execute();
  return Buffer.concat(pieces.map((it) => it.bytes));
}

/** Lets go of the pieces of what has become a picture. */
export async function finishUploadRow(tx: Tx, id: string, mediaId: number): Promise<UploadRow> {
  await tx.deleteFrom('upload_pieces').where('upload_id', '=', id).execute();
  return tx
    .updateTable('uploads')
    .set({ media_id: mediaId })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Deletes uploads that nobody goes on with. */
export const deleteStaleUploads = async (tx: Tx): Promise<void> => {
  await tx.deleteFrom('uploads').where('created', '<', sql<Date>`now() - interval '7 days'`).execute();
};
