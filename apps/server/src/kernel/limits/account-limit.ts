/** Maximum numbers of what one account may have. */
import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import { lockRow } from '../db/lock-row.ts';
import { validationError } from '../http/problem.ts';

/** What is limited, and where the error points. */
export interface AccountLimit {
  /** Name of the resource in the API. */
  resource: string;
  field: string;
  max: number;
  /** Code of the error, if it has one of its own. */
  rule?: 'limitSets';
}

/**
 * Refuses one more when an account has the maximum. Locks the account until the end of the transaction, since simultaneous requests
 * would count the same rows.
 * @param accountId null for visitors, who are limited by other means
 * @param count counts what the account has; called after the account is locked
 * @throws ValidationError at the field
 */
export async function requireBelowAccountLimit(
  tx: Tx,
  accountId: number | null,
  { resource, field, max, rule }: AccountLimit,
  count: (accountId: number) => Promise<number>,
): Promise<void> {
  if (accountId === null) return;
  await lockRow(tx, 'users', accountId);
  if ((await count(accountId)) >= max)
    throw validationError(resource, field, rule ?? 'limitPerAccount', { max });
}

/** Tables whose rows all count for the account in `user_id`. */
type TableOfAccounts = 'contacts' | 'export_jobs' | 'tos' | 'user_settings';

/** Number of rows of an account. */
export async function countRowsOfAccount(tx: Tx, table: TableOfAccounts, accountId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(table)} where user_id = ${accountId}`.execute(tx);
  return rows[0]?.count ?? 0;
}
