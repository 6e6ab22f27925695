/** What surveys ask their reporters to agree to, and their answers (docs/decisions/0071). */
import { sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';

export const name = '0184-consent';

export async function up(tx: Tx): Promise<void> {
  await sql`
    create table survey_consents (
      survey_id bigint not null references surveys on delete cascade,
      version integer not null,
      text text not null,
      translations jsonb not null,
      uses text[] not null check (uses <@ array['publish', 'share', 'contact']),
      confirmation boolean not null,
      unanswered_is_no boolean not null,
      created timestamptz not null default now(),
      primary key (survey_id, version)
    )`.execute(tx);
  // Null: the survey asks nothing now.
  await sql`alter table surveys add column consent_version integer`.execute(tx);
  await sql`
    create table post_consents (
      id bigint generated always as identity primary key,
      post_id bigint not null references posts on delete cascade,
      -- Of the survey's text; null if it had none.
      version integer,
      language text,
      confirmed boolean not null default false,
      agreed text[] not null check (agreed <@ array['publish', 'share', 'contact']),
      declined text[] not null check (declined <@ array['publish', 'share', 'contact']),
      source text not null check (source in ('report', 'receipt', 'author', 'team')),
      -- The member of the team who recorded it.
      user_id bigint references users on delete set null,
      note text,
      created timestamptz not null default now()
    )`.execute(tx);
  await sql`create index post_consents_by_post on post_consents (post_id, id)`.execute(tx);
  await sql`create index post_consents_by_user on post_consents (user_id)`.execute(tx);
  // The answer that counts; both are empty where none was given.
  await sql`
    alter table posts
      add column agreed_uses text[] not null default '{}',
      add column declined_uses text[] not null default '{}'`.execute(tx);
  await sql`alter table webhooks add column only_shared boolean not null default true`.execute(tx);
  await sql`alter table export_jobs add column only_shared boolean not null default false`.execute(tx);
}
