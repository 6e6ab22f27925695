/**
 * A phone number has one form, which is stored, compared and dialled: E.164 with its plus where the country code is known, else
 * the national digits as they were given. Before, the plus was left out of the comparison but not of what was dialled, so that
 * `+2025550123` and `2025550123` counted as one number and reached two phones (docs/decisions/0041).
 *
 * - `reach_of` keeps the plus. A sender with anything else than digits and separators is a name: it equals no number.
 * - Opt-outs of erased numbers were hashed without the plus. They go on to hold for both forms.
 * - Messages from Nexmo always have the country code: rows of nobody that it created get the plus.
 * - A confirmed number of an account keeps its confirmation if it is stored in its form, and was not changed since the code was
 *   entered: a change of the plus alone kept the confirmation. Others are confirmed once more; what was written from the number
 *   goes back to a row of nobody, never to another account.
 */
import { sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';

export const name = '0075-phone-number-forms';

const comparedForm = sql`
  create or replace function reach_of(type text, contact text) returns text language sql immutable parallel safe as $$
    select case
      when type = 'phone' then case
        -- A zero in brackets after the country code is not dialled by everybody.
        when contact ~ '[0-9] *[(] *0 *[)]' then lower(contact)
        when regexp_replace(contact, '[ ().\\/-]', '', 'g') ~ '^([+]|00)[1-9][0-9]*$'
          then regexp_replace(regexp_replace(contact, '[ ().\\/-]', '', 'g'), '^([+]|00)', '+')
        when regexp_replace(contact, '[ ().\\/-]', '', 'g') ~ '^[0-9]+$'
          then regexp_replace(contact, '[ ().\\/-]', '', 'g')
        else lower(contact) end
      when type = 'twitter' then lower(ltrim(contact, '@'))
      else lower(contact) end
  $$;`;

const silencedColumn = sql`
  -- Whether the hash may be that of a number whose plus was left out.
  alter table silenced add column without_plus boolean not null default false;
  update silenced set without_plus = true`;

const unproven = sql`
  do $$
  declare
    claim contacts;
    target bigint;
  begin
    for claim in
      select * from contacts
      where type = 'phone' and user_id is not null and confirmed is not null
        and (contact <> reach_of('phone', contact) or contact !~ '^([+][1-9])?[0-9]+$' or updated > confirmed)
      order by id for update
    loop
      update contacts set confirmed = null where id = claim.id;
      delete from confirmation_codes where contact_id = claim.id;
      update messages set status = 'cancelled'
        where contact_id = claim.id and direction = 'outgoing' and status = 'pending' and taken is null;
      if exists (select from messages where contact_id = claim.id and not is_confirmation)
        or exists (select from posts where contact_id = claim.id)
        or exists (select from survey_contacts where contact_id = claim.id)
        or claim.stopped is not null
      then
        insert into contacts (type, contact, data_source, created)
          values (claim.type, claim.contact, claim.data_source, claim.created)
          on conflict do nothing;
        select id into target from contacts
          where user_id is null and type = claim.type and reach = reach_of(claim.type, claim.contact);
        perform move_contact_history(claim.id, target);
        update contacts set stopped = null, seen_message_id = null where id = claim.id;
      end if;
    end loop;
  end
  $$`;

const international = sql`
  update contacts set contact = '+' || contact
  where type = 'phone' and user_id is null and data_source = 'nexmo' and contact ~ '^[1-9][0-9]{6,14}$'
    and not exists (
      select from contacts as other
      where other.type = 'phone' and other.user_id is null and other.reach = '+' || contacts.contact)`;

export async function up(tx: Tx): Promise<void> {
  await silencedColumn.execute(tx);
  await comparedForm.execute(tx);
  // Writing a column that a generated column is made of makes that one anew.
  await sql`update contacts set contact = contact where type = 'phone'`.execute(tx);
  await unproven.execute(tx);
  await international.execute(tx);
}
