/** Queries about who sent posts and messages. */
import type { PersonalData } from '@waypost/contract/review/personal-data';
import type { Tx } from '../../kernel/db/database.ts';

/** A contact with its account, if it has one. */
export interface ContactOfThread {
  id: number;
  type: NonNullable<PersonalData['contact']>['type'];
  contact: string;
  user_id: number | null;
}

/** A contact. */
export const findContactWithAccount = (tx: Tx, id: number): Promise<ContactOfThread | undefined> =>
  tx
    .selectFrom('contacts')
    .select(['id', 'type', 'contact', 'user_id'])
    .where('id', '=', id)
    .executeTakeFirst();
