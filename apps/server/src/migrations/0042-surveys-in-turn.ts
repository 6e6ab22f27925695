/** Surveys that wait for another one: somebody who is in the middle of one may be asked the next when that has ended. */
import { sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';

export const name = '0042-surveys-in-turn';

export async function up(tx: Tx): Promise<void> {
  await sql`
    alter table survey_contacts drop constraint survey_contacts_state_check,
      add constraint survey_contacts_state_check
        check (state in ('waiting', 'pending', 'received', 'finished', 'moved', 'stopped', 'expired'));
    create index survey_contacts_waiting on survey_contacts (contact_id, id) where state = 'waiting'`.execute(
    tx,
  );
}
