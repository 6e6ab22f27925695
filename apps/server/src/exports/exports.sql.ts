/** Queries for export jobs. Those for the exported posts are in `posts-to-export.sql.ts`. */

import type { ExportFailure } from '@waypost/contract/exports/exports';
import type { AttributeType } from '@waypost/contract/surveys/attributes';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Tx } from '../kernel/db/database.ts';
import { type Page, readPage } from '../kernel/db/paging.ts';
import type { Tables } from '../migrations/tables.ts';

/** A row of `export_jobs`. */
export type ExportRow = Selectable<Tables['export_jobs']>;

interface ExportSearch {
  limit?: number | undefined;
  offset?: number | undefined;
  orderby?: 'id' | 'created' | 'updated' | 'status' | undefined;
  order?: 'asc' | 'desc' | undefined;
  /** Seconds since 1970. */
  max_expiration?: number | undefined;
}

/** A page of a user's exports. */
export function searchExports(tx: Tx, ownerId: number, search: ExportSearch): Promise<Page<ExportRow>> {
  let matching = tx.selectFrom('export_jobs').where('user_id', '=', ownerId);
  if (search.max_expiration !== undefined) {
    const since = new Date(search.max_expiration * 1000);
    matching = matching.where((eb) => eb.or([eb('expires', 'is', null), eb('expires', '>', since)]));
  }
  const { orderby = 'id', order = 'asc' } = search;
  return readPage(matching.selectAll().orderBy(orderby, order).orderBy('id', order), search);
}

/** The export with this id. */
export const findExport = (tx: Tx, id: number): Promise<ExportRow | undefined> =>
  tx.selectFrom('export_jobs').selectAll().where('id', '=', id).executeTakeFirst();

/** An attribute as needed to validate the HXL tags of an export. */
export interface ExportField {
  id: number;
  label: string;
  type: AttributeType;
}

/** Attributes by id. */
export const findFields = (tx: Tx, ids: readonly number[]): Promise<ExportField[]> =>
  tx
    .selectFrom('attributes')
    .select(['id', 'label', 'type'])
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .$narrowType<{ type: AttributeType }>()
    .execute();

/** The export, locked until the end of the transaction. */
export const lockExport = (tx: Tx, id: number): Promise<ExportRow | undefined> =>
  tx.selectFrom('export_jobs').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/** Inserts an export. */
export const insertExport = (tx: Tx, row: Insertable<Tables['export_jobs']>): Promise<ExportRow> =>
  tx.insertInto('export_jobs').values(row).returningAll().executeTakeFirstOrThrow();

/** Updates an export; undefined when it was deleted. */
export const updateExportRow = (
  tx: Tx | Db,
  id: number,
  change: Updateable<Tables['export_jobs']>,
): Promise<ExportRow | undefined> =>
  tx
    .updateTable('export_jobs')
    .set({ ...change, updated: sql<Date>`now()` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();

/** Stores the progress, without changing `updated`. */
export const saveProgress = async (db: Db, id: number, done: number, total: number): Promise<void> => {
  await db
    .updateTable('export_jobs')
    .set({ done_rows: done, total_rows: total })
    .where('id', '=', id)
    .execute();
};

/** Marks an export as failed. @param expires when its file is removed, if there is one */
export const failExport = (
  tx: Tx | Db,
  id: number,
  fault: ExportFailure,
  expires = new Date(),
): Promise<ExportRow | undefined> =>
  updateExportRow(tx, id, { status: 'FAILED', fault: JSON.stringify(fault), expires });

const isUploadOf = (id: number) =>
  sql<boolean>`id = ${id} and status = 'PENDING_HDX' and user_id is not null`;

/** Whether an upload is wanted: its export was not deleted, has not expired, and has an owner. */
export const isUploading = async (db: Db, id: number): Promise<boolean> =>
  (await db.selectFrom('export_jobs').select('id').where(isUploadOf(id)).executeTakeFirst()) !== undefined;

/** Updates an export that is being uploaded; undefined when it is not any more, and nothing is changed. */
export const updateUpload = (
  tx: Tx | Db,
  id: number,
  change: Updateable<Tables['export_jobs']>,
): Promise<ExportRow | undefined> =>
  tx
    .updateTable('export_jobs')
    .set({ ...change, updated: sql<Date>`now()` })
    .where(isUploadOf(id))
    .returningAll()
    .executeTakeFirst();

/** Whether there is a file to download: `hasFile` in `request-export.ts`. */
const isWritten = sql<boolean>`(file_size is not null and expires > now())`;

/** Whether a stored file is that of an export which its owner can download. */
export const isExportFile = async (tx: Tx, file: string): Promise<boolean> =>
  (await tx
    .selectFrom('export_jobs')
    .select('id')
    .where('file', '=', file)
    .where('user_id', 'is not', null)
    .where(isWritten)
    .executeTakeFirst()) !== undefined;

/** Deletes an export. */
export const deleteExportRow = async (tx: Tx, id: number): Promise<void> => {
  await tx.deleteFrom('export_jobs').where('id', '=', id).execute();
};

const isFinished = sql<boolean>`status in ('SUCCESS', 'FAILED')`;

/** Deletes the files that have expired or have no owner any more. Without its size, a trigger records a file as one to remove. */
export const deleteExpiredFiles = async (db: Db): Promise<void> => {
  await db
    .updateTable('export_jobs')
    .set({ file_size: null })
    .where('file_size', 'is not', null)
    .where((eb) => eb.or([eb('expires', '<=', sql<Date>`now()`), eb('user_id', 'is', null)]))
    .execute();
};

/**
 * Expires and deletes finished files. Exports that are being written start again. Uploads in progress fail and are stopped within seconds
 * (`upload-export.ts`); the exchange may have received all of it.
 * @param ids of exports; all exports without it
 */
export async function expireExportFiles(tx: Tx, ids?: readonly number[]): Promise<void> {
  const isChosen = ids ? sql`id = any(${ids}::bigint[])` : sql`true`;
  await sql`
    update export_jobs set status = 'PENDING' where status = 'QUEUED' and ${isChosen}`.execute(tx);
  const fault: ExportFailure = { code: 'exchange-erased', text: null };
  await sql`
    update export_jobs set expires = now(), file_size = null, updated = now(),
      fault = case status when 'PENDING_HDX' then ${JSON.stringify(fault)}::jsonb else fault end,
      status = case status when 'PENDING_HDX' then 'FAILED' else status end
    where (${isWritten} or status = 'PENDING_HDX') and ${isChosen}`.execute(tx);
}

/** Exports being written that start again when a report is withdrawn: so long after their request, they are finished in any case. */
const restartMinutes = 10;

/** Exports that may contain a post that was created then: those that were finished since, and those being written that may start again. */
export const findExportsSince = (tx: Tx, created: Date): Promise<Pick<ExportRow, 'id' | 'filters'>[]> =>
  tx
    .selectFrom('export_jobs')
    .select(['id', 'filters'])
    .where(
      sql<boolean>`(${isWritten} and updated >= ${created})
        or (status = 'QUEUED' and created > now() - make_interval(mins => ${restartMinutes}))`,
    )
    .execute();

/** Deletes finished exports without a file that are older than `maxAgeSeconds` or have no owner. */
export const deleteOldExports = async (db: Db, maxAgeSeconds: number): Promise<void> => {
  await db
    .deleteFrom('export_jobs')
    .where('file_size', 'is', null)
    .where(isFinished)
    .where((eb) =>
      eb.or([
        eb('created', '<', sql<Date>`now() - make_interval(secs => ${maxAgeSeconds})`),
        eb('user_id', 'is', null),
      ]),
    )
    .execute();
};

/** Unfinished exports that were queued more than ten minutes ago. */
export const findUnfinishedExports = async (db: Db): Promise<{ id: number; job: string }[]> => {
  const rows = await db
    .selectFrom('export_jobs')
    .select(['id', 'job'])
    .where((eb) => eb.not(isFinished))
    .where('created', '<', sql<Date>`now() - interval '10 minutes'`)
    .execute();
  return rows.flatMap(({ id, job }) => (job === null ? [] : [{ id, job }]));
};
