/** Queries for the metadata of datasets. */
import type { Insertable, Selectable } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';
import { type Page, type PageWindow, readPage } from '../kernel/db/paging.ts';
import type { Tables } from '../migrations/tables.ts';

/** A row of `hxl_metadata`. */
export type MetadataRow = Selectable<Tables['hxl_metadata']>;

/** Inserts metadata. */
export const insertMetadata = (tx: Tx, row: Insertable<Tables['hxl_metadata']>): Promise<MetadataRow> =>
  tx.insertInto('hxl_metadata').values(row).returningAll().executeTakeFirstOrThrow();

/** The metadata with this id. */
export const findMetadata = (tx: Tx, id: number): Promise<MetadataRow | undefined> =>
  tx.selectFrom('hxl_metadata').selectAll().where('id', '=', id).executeTakeFirst();

/** A page of a user's metadata, the latest first. */
export const searchMetadata = (tx: Tx, ownerId: number, window: PageWindow): Promise<Page<MetadataRow>> =>
  readPage(
    tx.selectFrom('hxl_metadata').selectAll().where('user_id', '=', ownerId).orderBy('id', 'desc'),
    window,
  );
