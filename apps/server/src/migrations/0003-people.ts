/** What people need beside an account: sessions, throttles, password resets, mail, contacts, terms, settings, a log. */
import { sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';

const throttles = sql`
  create table throttles (
    -- SHA-256 of what is counted and whose it is: neither addresses nor e-mails are kept.
    key bytea primary key,
    count int not null,
    ends timestamptz not null
  );
  create index throttles_by_end on throttles (ends)`;

const sessions = sql`
  create table sessions (
    id bigint generated always as identity primary key,
    user_id bigint not null references users on delete cascade,
    client text not null,
    created timestamptz not null default now(),
    -- When its tokens were last issued.
    renewed timestamptz not null default now()
  );
  create index sessions_by_user on sessions (user_id);
  -- A visitor's token has no session.
  alter table tokens add column session_id bigint references sessions on delete cascade;
  create index tokens_by_session on tokens (session_id);
  -- Tokens from before cannot be told apart by session: their people sign in once more.
  delete from tokens where user_id is not null`;

const passwordResets = sql`
  create table password_resets (
    -- SHA-256 of the token, as with tokens.
    hash bytea primary key,
    user_id bigint not null references users on delete cascade,
    created timestamptz not null default now(),
    expires timestamptz not null
  );
  create index password_resets_by_user on password_resets (user_id);
  create index password_resets_by_expiry on password_resets (expires)`;

const outbox = sql`
  create table outbox (
    id bigint generated always as identity primary key,
    recipient text not null,
    subject text not null,
    -- Emptied when the mail is sent or given up: it may hold a secret.
    text text,
    state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
    attempts int not null default 0,
    -- When it may be tried (again).
    due timestamptz not null default now(),
    -- A mail that says nothing useful any more is not sent.
    expires timestamptz not null,
    -- The code of the last fault, never its text: servers repeat addresses in it.
    fault text,
    created timestamptz not null default now(),
    sent timestamptz
  );
  create index outbox_waiting on outbox (due, id) where state = 'waiting'`;

const contacts = sql`
  create table contacts (
    id bigint generated always as identity primary key,
    -- Null for somebody without an account.
    user_id bigint references users on delete cascade,
    data_source text,
    type text not null check (type in ('email', 'phone', 'twitter')),
    contact text not null,
    can_notify boolean not null default true,
    created timestamptz not null default now(),
    updated timestamptz,
    constraint contacts_once unique (user_id, type, contact)
  );
  create index contacts_by_contact on contacts (type, contact)`;

const termsAgreements = sql`
  create table tos (
    id bigint generated always as identity primary key,
    user_id bigint not null references users on delete cascade,
    tos_version_date timestamptz not null,
    agreement_date timestamptz not null default now()
  );
  create index tos_by_user on tos (user_id, agreement_date desc)`;

const userSettings = sql`
  create table user_settings (
    id bigint generated always as identity primary key,
    user_id bigint not null references users on delete cascade,
    config_key text not null,
    config_value text not null,
    created timestamptz not null default now(),
    updated timestamptz,
    constraint user_settings_key_once unique (user_id, config_key)
  )`;

const audit = sql`
  create table audit (
    id bigint generated always as identity primary key,
    at timestamptz not null default now(),
    -- Ids without references: what happened stays when those it happened to are gone.
    user_id bigint,
    action text not null,
    subject text not null,
    subject_id text,
    details jsonb not null default '{}'
  );
  create index audit_by_subject on audit (subject, subject_id, id)`;

export const name = '0003-people';

export async function up(tx: Tx): Promise<void> {
  for (const step of [
    throttles,
    sessions,
    passwordResets,
    outbox,
    contacts,
    termsAgreements,
    userSettings,
    audit,
  ])
    await step.execute(tx);
}
