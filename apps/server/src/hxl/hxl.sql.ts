/** Every query about what the exchange is told. */
import type { Insertable, Selectable } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';
import { type Page, type PageWindow, readPage } from '../kernel/db/paging.ts';
import type { Tables } from '../migrations/tables.ts';

export type MetadataRow = Selectable<Tables['hxl_metadata']>;

export const insertMetadata = (tx: Tx, row: Insertable<Tables['hxl_metadata']>): Promise<MetadataRow> =>
  tx.insertInto('hxl_metadata').values(row).returningAll().executeTakeFirstOrThrow();

export const findMetadata = (tx: Tx, id: number): Promise<MetadataRow | undefined> =>
  tx.selectFrom('hxl_metadata').selectAll().where('id', '=', id).executeTakeFirst();

/** Somebody's, the latest first. */
export const searchMetadata = (tx: Tx, owner: number, window: PageWindow): Promise<Page<MetadataRow>> =>
  readPage(
    tx.selectFrom('hxl_metadata').selectAll().where('user_id', '=', owner).orderBy('id', 'desc'),
    window,
  );
