/**
 * Posts in other languages. A table of their own, so that lists, maps, counts, the search and whoever is told of posts know
 * nothing of them; ids of one sequence with posts, so that an id names one thing only.
 */
import { sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';

export const name = '0057-translations';

export async function up(tx: Tx): Promise<void> {
  await sql`
    create table post_translations (
      id bigint primary key default nextval('posts_id_seq'),
      parent_id bigint not null references posts on delete cascade,
      -- Who translated.
      user_id bigint references users on delete set null,
      locale text not null,
      -- Null for what is not translated.
      title text,
      content text,
      slug text,
      -- Answers in words that are translated, by attribute key, each a list.
      values jsonb not null default '{}',
      created timestamptz not null default now(),
      updated timestamptz,
      constraint post_translations_locale_once unique (parent_id, locale),
      constraint post_translations_slug_once unique (slug)
    )`.execute(tx);
  await sql`
    create index post_translations_by_user on post_translations (user_id) where user_id is not null`.execute(
    tx,
  );
}
