import { sql } from 'kysely';
import type { Db } from '../../kernel/db/database.ts';

/** Confirms what accounts have added, for tests of what comes after: as if every code had been entered. */
export const confirmContacts = async (db: Db): Promise<void> => {
  await sql`update contacts set confirmed = now() where user_id is not null and confirmed is null`.execute(
    db,
  );
};
