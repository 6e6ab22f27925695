/** What somebody has been told of for good, closely packed: nobody is told of a post twice, however long ago it was. */
import { sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';

export const name = '0053-told-before';

export async function up(tx: Tx): Promise<void> {
  await sql`
    create table told_before (
      user_id bigint not null references users on delete cascade,
      -- Posts whose id divided by 10,000 is this.
      block bigint not null,
      posts int8multirange not null,
      primary key (user_id, block)
    )`.execute(tx);
}
