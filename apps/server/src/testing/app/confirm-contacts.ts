import { sql } from 'kysely';
import type { Db } from '../../kernel/db/database.ts';

/** Marks all contacts as confirmed, as if every code had been entered. */
export const confirmContacts = async (db: Db): Promise<void> => {
  await sql`update contacts set confirmed = now() where user_id is not null and confirmed is null`.execute(
    db,
  );
};
