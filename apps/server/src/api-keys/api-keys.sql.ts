/** Every query about API keys. */
import { type Selectable, sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';
import { notFound } from '../kernel/http/problem.ts';
import type { Tables } from '../migrations/tables.ts';

export type ApiKeyRow = Selectable<Tables['api_keys']>;
type HashedKey = Pick<ApiKeyRow, 'hash' | 'ending'>;

interface ApiKeyOrder {
  orderby?: 'id' | 'created' | undefined;
  order?: 'asc' | 'desc' | undefined;
}

export const findApiKeys = (tx: Tx, { orderby = 'id', order = 'asc' }: ApiKeyOrder): Promise<ApiKeyRow[]> =>
  tx.selectFrom('api_keys').selectAll().orderBy(orderby, order).orderBy('id').execute();

export const findApiKey = (tx: Tx, id: number): Promise<ApiKeyRow | undefined> =>
  tx.selectFrom('api_keys').selectAll().where('id', '=', id).executeTakeFirst();

export const insertApiKey = (tx: Tx, secret: HashedKey): Promise<ApiKeyRow> =>
  tx
    .insertInto('api_keys')
    .values({ ...secret, updated: null, last_used: null })
    .returningAll()
    .executeTakeFirstOrThrow();

export const replaceApiKey = (tx: Tx, id: number, secret: HashedKey): Promise<ApiKeyRow> =>
  tx
    .updateTable('api_keys')
    .set({ ...secret, updated: sql<Date>`now()`, last_used: null })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow(() => notFound('apikeys', id));

export const deleteApiKeyRow = async (tx: Tx, id: number): Promise<void> => {
  await tx.deleteFrom('api_keys').where('id', '=', id).execute();
};

/** Notes that a key is used. @returns whether there is such a key */
export async function markApiKeyUsed(tx: Tx, hash: Buffer): Promise<boolean> {
  const row = await tx
    .updateTable('api_keys')
    .set({ last_used: sql<Date>`now()` })
    .where('hash', '=', hash)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
