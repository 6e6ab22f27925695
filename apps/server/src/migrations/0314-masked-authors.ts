/**
 * The author whom everyone sees (`posts.masked_user_id`) is an account, and nobody once it is deleted. So are former authors in earlier
 * versions of posts. Ids of accounts that were deleted before are cleared.
 */
import { sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';

export const name = '0314-masked-authors';

export async function up(tx: Tx): Promise<void> {
  await sql`
    update posts set masked_user_id = null
    where masked_user_id is not null and not exists (select from users where users.id = masked_user_id)`.execute(
    tx,
  );
  await sql`
    create index posts_by_masked_author on posts (masked_user_id) where masked_user_id is not null`.execute(
    tx,
  );
  await sql`
    alter table posts add constraint posts_masked_user_id_fkey
      foreign key (masked_user_id) references users (id) on delete set null`.execute(tx);
  await sql`
    update post_revisions set replaced = jsonb_set(replaced, '{user}', 'null')
    where replaced ->> 'user' is not null
      and not exists (select from users where users.id = (replaced ->> 'user')::bigint)`.execute(tx);
  await sql`
    create index post_revisions_by_former_author on post_revisions ((replaced ->> 'user'))
    where replaced ->> 'user' is not null`.execute(tx);
}
