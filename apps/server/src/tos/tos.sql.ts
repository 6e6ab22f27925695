/** Queries for agreements to the terms of service. */
import type { Selectable } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';
import type { Tables } from '../migrations/tables.ts';

/** A row of `tos`. */
export type AgreementRow = Selectable<Tables['tos']>;

/** Inserts an agreement. @param versionDate date of the version of the terms */
export const insertAgreement = (tx: Tx, userId: number, versionDate: Date): Promise<AgreementRow> =>
  tx
    .insertInto('tos')
    .values({ user_id: userId, tos_version_date: versionDate })
    .returningAll()
    .executeTakeFirstOrThrow();

/** The agreement with this id. */
export const findAgreement = (tx: Tx, id: number): Promise<AgreementRow | undefined> =>
  tx.selectFrom('tos').selectAll().where('id', '=', id).executeTakeFirst();

interface AgreementSearch {
  limit: number;
  offset?: number | undefined;
  orderby?: 'id' | 'agreement_date' | 'tos_version_date' | undefined;
  order?: 'asc' | 'desc' | undefined;
}

/** A page of a user's agreements, and their total number. */
export async function searchAgreements(
  tx: Tx,
  userId: number,
  page: AgreementSearch,
): Promise<{ results: AgreementRow[]; total: number }> {
  const own = tx.selectFrom('tos').where('user_id', '=', userId);
  const { total } = await own.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
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

/** The first agreement of a user to a version of the terms. */
export const findAgreementToVersion = (
  tx: Tx,
  userId: number,
  versionDate: Date,
): Promise<AgreementRow | undefined> =>
  tx
    .selectFrom('tos')
    .selectAll()
    .where('user_id', '=', userId)
    .where('tos_version_date', '=', versionDate)
    .orderBy('id')
    .executeTakeFirst();
