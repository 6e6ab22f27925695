/**
 * Who is reached by which number or address, however it is written; and surveys that are sent to chosen people: how far each
 * of them is, and which messages are the answer to which question.
 */
import { sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';

/** What two writings of one number or address have in common. A sender may also be a word, such as a company's name. */
const reach = sql`
  create function reach_of(type text, contact text) returns text language sql immutable parallel safe as $$
    select case type
      when 'phone' then coalesce(
        nullif(regexp_replace(regexp_replace(contact, '\\D', '', 'g'), '^00', ''), ''), lower(contact))
      when 'twitter' then lower(ltrim(contact, '@'))
      else lower(contact) end
  $$;
  alter table contacts
    add column reach text generated always as (reach_of(type, contact)) stored,
    -- Since when they want to hear nothing any more: they said STOP.
    add column stopped timestamptz,
    -- The newest message of theirs that somebody of the team has seen.
    add column seen_message_id bigint`;

/** Of those that are one, the one of an account stays, else the oldest; what was written goes with it. */
const merge = sql`
  create temporary table merged on commit drop as
    select id, kept from (
      select id, user_id, first_value(id) over same as kept, first_value(user_id) over same as owner
      from contacts
      window same as (partition by type, reach order by user_id is null, id)
    ) as ranked
    where id <> kept and (user_id is null or user_id = owner)
    union
    select id, kept from (
      select id, first_value(id) over (partition by user_id, type, reach order by id) as kept
      from contacts where user_id is not null
    ) as own where id <> kept;
  update messages set contact_id = kept from merged where contact_id = merged.id;
  update posts set contact_id = kept from merged where contact_id = merged.id;
  delete from contacts where id in (select id from merged);
  alter table contacts drop constraint contacts_once, add constraint contacts_once unique (user_id, type, reach);
  drop index contacts_of_nobody_once;
  create unique index contacts_of_nobody_once on contacts (type, reach) where user_id is null;
  create index contacts_by_reach on contacts (type, reach)`;

const targeted = sql`
  create table survey_contacts (
    id bigint generated always as identity primary key,
    survey_id bigint not null references surveys on delete cascade,
    contact_id bigint not null references contacts on delete cascade,
    post_id bigint references posts on delete set null,
    data_source text not null,
    country_code text not null,
    state text not null check (state in ('pending', 'received', 'finished', 'moved', 'stopped', 'expired')),
    -- The survey that took them over.
    moved_to bigint references surveys on delete set null,
    -- The question that is open, the message that asked it, and when.
    attribute_id bigint references attributes on delete set null,
    message_id bigint references messages on delete set null,
    asked timestamptz not null default now(),
    -- Whether the open question was asked again: for want of an answer, and because the answer could not be read.
    reminded boolean not null default false,
    asked_again boolean not null default false,
    created timestamptz not null default now(),
    constraint survey_contacts_once unique (survey_id, contact_id)
  );
  create unique index survey_contacts_one_active on survey_contacts (contact_id) where state in ('pending', 'received');
  create index survey_contacts_by_contact on survey_contacts (contact_id);
  create index survey_contacts_by_post on survey_contacts (post_id) where post_id is not null;
  create index survey_contacts_open on survey_contacts (asked) where state in ('pending', 'received');
  create table survey_replies (
    message_id bigint primary key references messages on delete cascade,
    survey_contact_id bigint not null references survey_contacts on delete cascade,
    attribute_id bigint not null references attributes on delete cascade
  );
  create index survey_replies_by_question on survey_replies (survey_contact_id, attribute_id);
  create index survey_replies_by_attribute on survey_replies (attribute_id)`;

export const name = '0030-targeted-surveys';

export async function up(tx: Tx): Promise<void> {
  for (const step of [reach, merge, targeted]) await step.execute(tx);
}
