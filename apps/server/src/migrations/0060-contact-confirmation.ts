/**
 * An address or number belongs to an account only after a code sent to it was entered (`contacts.confirmed`). Until then the row
 * is a claim: nothing is sent there and nothing that was written from there is joined to it. Messages stay with the confirmed
 * contact of a number, else with the row that belongs to nobody.
 *
 * Rows that exist: before this migration whoever added a number that had texted was given the reporter's row, and messages went to
 * the oldest row of a number, whoever had typed it. A row of an account counts as confirmed, so that its notifications go on, when
 * - no message, post or survey is as old as the row itself (older ones were written before the account had it), and
 * - no other account has the same number or address, since then nothing says whose it is, and
 * - it is an e-mail address or a phone number: no code can be sent to other types.
 * All others must be confirmed once; their messages go back to a row of nobody, where the team finds and answers them as before.
 */
import { sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';

export const name = '0060-contact-confirmation';

const columns = sql`
  alter table contacts
    add column confirmed timestamptz,
    add constraint contacts_confirmed_has_owner check (confirmed is null or user_id is not null);
  alter table users add column email_confirmed timestamptz;
  -- A code on its way: never shown to the team, its text removed once it has left.
  alter table messages add column is_confirmation boolean not null default false`;

const codes = sql`
  create table confirmation_codes (
    id bigint generated always as identity primary key,
    contact_id bigint constraint confirmation_codes_of_contact unique references contacts on delete cascade,
    -- For the address that an account logs in with.
    user_id bigint constraint confirmation_codes_of_account unique references users on delete cascade,
    -- HMAC of the code and the address that it was sent to, by a key that is not in the database.
    mac bytea not null,
    -- Wrong codes entered so far.
    attempts integer not null default 0,
    sent timestamptz not null default now(),
    expires timestamptz not null,
    check (num_nonnulls(contact_id, user_id) = 1)
  )`;

/** Used by this migration and by `contacts/contact-confirmation.sql.ts`. */
const move = sql`
  create function move_contact_history(from_contact bigint, to_contact bigint) returns void language plpgsql as $$
  begin
    update messages set contact_id = to_contact where contact_id = from_contact and not is_confirmation;
    update posts set contact_id = to_contact where contact_id = from_contact;
    update survey_contacts set state = 'expired'
      where contact_id = from_contact and state in ('pending', 'received') and exists (
        select from survey_contacts as other where other.contact_id = to_contact and other.state in ('pending', 'received'));
    update survey_contacts set contact_id = to_contact
      where contact_id = from_contact and not exists (
        select from survey_contacts as other
        where other.contact_id = to_contact and other.survey_id = survey_contacts.survey_id);
    update contacts set
      stopped = coalesce(contacts.stopped, old.stopped),
      seen_message_id = greatest(contacts.seen_message_id, old.seen_message_id),
      data_source = coalesce(contacts.data_source, old.data_source)
    from contacts as old where contacts.id = to_contact and old.id = from_contact;
  end
  $$`;

const confirmExisting = sql`
  update contacts set confirmed = coalesce(updated, created)
  where user_id is not null and type in ('email', 'phone')
    and not exists (
      select from contacts as other
      where other.user_id <> contacts.user_id and other.type = contacts.type and other.reach = contacts.reach)
    and not exists (select from messages where contact_id = contacts.id and messages.created <= contacts.created)
    and not exists (select from posts where contact_id = contacts.id and posts.created <= contacts.created)
    and not exists (
      select from survey_contacts where contact_id = contacts.id and survey_contacts.created <= contacts.created)`;

const giveBack = sql`
  do $$
  declare
    claim contacts;
    target bigint;
  begin
    for claim in
      select * from contacts
      where user_id is not null and confirmed is null and (
        exists (select from messages where contact_id = contacts.id)
        or exists (select from posts where contact_id = contacts.id)
        or exists (select from survey_contacts where contact_id = contacts.id))
      order by id
    loop
      insert into contacts (type, contact, data_source, stopped, seen_message_id, created)
        values (claim.type, claim.contact, claim.data_source, claim.stopped, claim.seen_message_id, claim.created)
        on conflict do nothing;
      select id into target from contacts
        where user_id is null and type = claim.type and reach = claim.reach;
      perform move_contact_history(claim.id, target);
      update contacts set created = coalesce(claim.updated, now()), data_source = null, seen_message_id = null
        where id = claim.id;
    end loop;
  end
  $$`;

const rules = sql`
  create unique index contacts_confirmed_once on contacts (type, reach) where confirmed is not null;
  create function forget_contact_confirmation() returns trigger language plpgsql as $$
  begin
    if new.user_id is distinct from old.user_id
      or new.type <> old.type or reach_of(new.type, new.contact) <> reach_of(old.type, old.contact)
    then
      new.confirmed := null;
      delete from confirmation_codes where contact_id = old.id;
    end if;
    return new;
  end
  $$;
  create trigger contacts_forget_confirmation before update of user_id, type, contact on contacts
    for each row execute function forget_contact_confirmation();
  create function forget_email_confirmation() returns trigger language plpgsql as $$
  begin
    if lower(new.email) <> lower(old.email) then
      new.email_confirmed := null;
      delete from confirmation_codes where user_id = old.id;
    end if;
    return new;
  end
  $$;
  create trigger users_forget_confirmation before update of email on users
    for each row execute function forget_email_confirmation()`;

export async function up(tx: Tx): Promise<void> {
  for (const step of [columns, codes, move, confirmExisting, giveBack, rules]) await step.execute(tx);
}
