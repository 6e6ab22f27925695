/**
 * Phone numbers of accounts are digits with a plus in front at most (`PhoneNumber` in the contract). Rows from before may hold
 * anything with one digit in it, and a code was sent to what was typed while the digits alone were compared: `+4930110639,78`
 * confirmed +493011063978.
 *
 * - Where only spaces, dashes, dots, slashes or brackets stand between the digits, what was dialled is what was compared: the
 *   number is stored in the new form, and stays confirmed. A zero in brackets after other digits is not dialled by everybody, so
 *   such a number is not among them.
 * - All others lose their confirmation, and what was written from the number goes back to a row of nobody, where the team finds
 *   and answers it. Their owners read the value as they typed it, and have to correct it.
 */
import { sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';

export const name = '0070-phone-contacts';

const isOwnedPhone = sql`type = 'phone' and user_id is not null and contact !~ '^([+][1-9])?[0-9]+$'`;

const normalize = sql`
  update contacts
  set contact = case when contact ~ '^[[:space:]]*([+]|00)' then '+' else '' end || reach
  where ${isOwnedPhone}
    and contact ~ '^[[:space:]]*[+]?[0-9 ().\\/-]+$'
    and contact !~ '[0-9][[:space:]]*[(][[:space:]]*0[[:space:]]*[)]'
    and reach ~ '^[0-9]{5,24}$'
    and not (contact ~ '^[[:space:]]*([+]|00)' and reach ~ '^0')`;

const removeConfirmation = sql`
  do $$
  declare
    claim contacts;
    target bigint;
  begin
    for claim in
      select * from contacts where ${isOwnedPhone} and confirmed is not null order by id for update
    loop
      update contacts set confirmed = null where id = claim.id;
      delete from confirmation_codes where contact_id = claim.id;
      update messages set status = 'cancelled'
        where contact_id = claim.id and notification_post_id is not null and status = 'pending' and taken is null;
      if exists (select from messages where contact_id = claim.id and not is_confirmation)
        or exists (select from posts where contact_id = claim.id)
        or exists (select from survey_contacts where contact_id = claim.id)
        or claim.stopped is not null
      then
        insert into contacts (type, contact, data_source, created)
          values (
            claim.type,
            case
              when claim.reach !~ '^[0-9]+$' then claim.contact
              when claim.contact ~ '^[[:space:]]*([+]|00)' and claim.reach !~ '^0' then '+' || claim.reach
              else claim.reach end,
            claim.data_source, claim.created)
          on conflict do nothing;
        select id into target from contacts
          where user_id is null and type = claim.type and reach = claim.reach;
        if target is not null then
          perform move_contact_history(claim.id, target);
          update contacts set stopped = null, seen_message_id = null where id = claim.id;
        end if;
      end if;
    end loop;
  end
  $$`;

export async function up(tx: Tx): Promise<void> {
  await normalize.execute(tx);
  await removeConfirmation.execute(tx);
}
