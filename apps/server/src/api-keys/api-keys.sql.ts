/** Queries for API keys. */
import { type Selectable, sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';
import { notFound } from '../kernel/http/problem.ts';
import type { Tables } from '../migrations/tables.ts';

/** A row of `api_keys`. */
export type ApiKeyRow = Selectable<Tables['api_keys']>;
type HashedKey = Pick<ApiKeyRow, 'hash' | 'last_characters'>;

interface ApiKeyOrder {
  orderby?: 'id' | 'created' | undefined;
  order?: 'asc' | 'desc' | undefined;
}

/** All API keys. */
export const findApiKeys = (tx: Tx, { orderby = 'id', order = 'asc' }: ApiKeyOrder): Promise<ApiKeyRow[]> =>
  tx.selectFrom('api_keys').selectAll().orderBy(orderby, order).orderBy('id').execute();

/** The API key with this id. */
export const findApiKey = (tx: Tx, id: number): Promise<ApiKeyRow | undefined> =>
  tx.selectFrom('api_keys').selectAll().where('id', '=', id).executeTakeFirst();

/** Inserts an API key. */
export const insertApiKey = (tx: Tx, secret: HashedKey): Promise<ApiKeyRow> =>
  tx
    .insertInto('api_keys')
    .values({ ...secret, updated: null, last_used: null })
    .returningAll()
    .executeTakeFirstOrThrow();

/** Replaces the secret of an API key. @throws Problem 404 when it does not exist */
export const replaceApiKey = (tx: Tx, id: number, secret: HashedKey): Promise<ApiKeyRow> =>
  tx
    .updateTable('api_keys')
    .set({ ...secret, updated: sql<Date>`now()`, last_used: null })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow(() => notFound('apikeys', id));

/** Deletes an API key. */
export const deleteApiKeyRow = async (tx: Tx, id: number): Promise<void> => {
  await tx.deleteFrom('api_keys').where('id', '=', id).execute();
};

/** Deletes all API keys. @returns how many there were */
export async function deleteAllApiKeys(tx: Tx): Promise<number> {
  const { numDeletedRows } = await tx.deleteFrom('api_keys').executeTakeFirst();
  return Number(numDeletedRows);
}

/** Records the use of a key. @returns false when the key does not exist */
export async function markApiKeyUsed(tx: Tx, hash: Buffer): Promise<boolean> {
  const row = await tx
    .updateTable('api_keys')
    .set({ last_used: sql<Date>`now()` })
    .where('hash', '=', hash)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
