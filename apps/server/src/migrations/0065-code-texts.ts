/**
 * The text of a message that carries a confirmation code is kept no longer than it is needed, so that backups hold none: it is
 * cleared when the message leaves or is given up, and when the code is used, replaced or void. The row stays.
 */
import { sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';

export const name = '0065-code-texts';

const onStatus = sql`
  create function clear_code_text() returns trigger language plpgsql as $$
  begin
    new.message := '';
    return new;
  end
  $$;
  create trigger messages_clear_code_text before update of status on messages for each row
    when (new.is_confirmation and new.status <> 'pending') execute function clear_code_text()`;

const onCode = sql`
  create function clear_texts_of_code() returns trigger language plpgsql as $$
  begin
    -- One that is being handed over is cancelled as well: without its text it may not be tried again.
    update messages set message = '', status = case when status = 'pending' then 'cancelled' else status end
      where contact_id = old.contact_id and is_confirmation and message <> '';
    return null;
  end
  $$;
  create trigger confirmation_codes_clear_texts after delete or update of mac on confirmation_codes
    for each row when (old.contact_id is not null) execute function clear_texts_of_code()`;

const existing = sql`update messages set message = '' where is_confirmation and status <> 'pending'`;

export async function up(tx: Tx): Promise<void> {
  for (const step of [onStatus, onCode, existing]) await step.execute(tx);
}
