/** Every query about agreements to the terms. */
import type { Selectable } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';
import type { Tables } from '../migrations/tables.ts';

export type AgreementRow = Selectable<Tables['tos']>;

export const insertAgreement = (tx: Tx, userId: number, version: Date): Promise<AgreementRow> =>
  tx
    .insertInto('tos')
    .values({ user_id: userId, tos_version_date: version })
    .returningAll()
    .executeTakeFirstOrThrow();

export const findAgreement = (tx: Tx, id: number): Promise<AgreementRow | undefined> =>
  tx.selectFrom('tos').selectAll().where('id', '=', id).executeTakeFirst();

interface AgreementSearch {
  limit: number;
  offset?: number | undefined;
  orderby?: 'id' | 'agreement_date' | 'tos_version_date' | undefined;
  order?: 'asc' | 'desc' | undefined;
}

/** A page of one person's agreements and how many there are. */
export async function searchAgreements(
  tx: Tx,
  userId: number,
  page: AgreementSearch,
): Promise<{ results: AgreementRow[]; total: number }> {
  const own = tx.selectFrom('tos').where('user_id', '=', userId);
  const { total } = await own
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const order = page.order ?? 'desc';
  const results = await own
    .selectAll()
    .orderBy(page.orderby ?? 'agreement_date', order)
    .orderBy('id', order)
    .limit(page.limit)
    .offset(page.offset ?? 0)
    .execute();
  return { results, total };
}
