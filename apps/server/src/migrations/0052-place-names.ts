/** What places are called in other languages than that of the file's own names. */
import { sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';

export const name = '0052-place-names';

const steps = [
  sql`
  create table place_names (
    place_id int not null references places on delete cascade,
    -- ISO 639, as the client's catalogues are named.
    language text not null,
    name text not null,
    folded text not null,
    primary key (place_id, language)
  )`,
  sql`create index place_names_by_name on place_names (folded)`,
];

export async function up(tx: Tx): Promise<void> {
  for (const step of steps) await step.execute(tx);
}
