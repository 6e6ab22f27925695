/** The last report that came from a phone number. */
import type { Selectable } from 'kysely';
import type { Tx } from '../../kernel/db/database.ts';
import type { Tables } from '../../migrations/tables.ts';

/** The last report of some contacts by text message, whatever its status. */
export const findLastReport = (
  tx: Tx,
  contactIds: readonly number[],
): Promise<Pick<Selectable<Tables['posts']>, 'id' | 'status' | 'merged_into'> | undefined> =>
  tx
    .selectFrom('posts')
    .select(['id', 'status', 'merged_into'])
    .where('contact_id', 'in', contactIds.length === 0 ? [0] : [...contactIds])
    .where('source', '=', 'sms')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
