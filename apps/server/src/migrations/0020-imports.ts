/** Posts that come in from CSV files: the file, what its columns are for, which posts it became, and which rows it did not. */
import { sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';

const imports = sql`
  create table imports (
    id bigint generated always as identity primary key,
    user_id bigint references users on delete set null,
    -- What the file was called by whoever sent it, and where it lies in the store; null once it is gone.
    name text not null,
    file text,
    mime text not null,
    size bigint not null,
    columns text[] not null,
    -- One member a column; null until it was said.
    maps_to jsonb,
    fixed jsonb,
    options jsonb not null default '{}',
    status text check (status in ('PENDING', 'SUCCESS', 'FAILED', 'UNDOING', 'UNDONE')),
    failure text,
    -- The last row that was looked at, counted with those that are no posts: where an import goes on after a crash.
    last_row bigint not null default 0,
    processed bigint not null default 0,
    errors bigint not null default 0,
    skipped bigint not null default 0,
    progress double precision not null default 0,
    collection_id bigint references sets on delete set null,
    created timestamptz not null default now(),
    updated timestamptz
  );
  create index imports_by_user on imports (user_id);
  create index imports_by_collection on imports (collection_id) where collection_id is not null;
  create index imports_with_file on imports (created) where file is not null`;

const posts = sql`
  create table import_posts (
    post_id bigint primary key references posts on delete cascade,
    -- Null once the import is forgotten: what came in is still known by its own id.
    import_id bigint references imports on delete set null,
    survey_id bigint not null references surveys on delete cascade,
    external_id text,
    constraint import_posts_once unique (survey_id, external_id)
  );
  create index import_posts_by_import on import_posts (import_id, post_id) where import_id is not null`;

const rows = sql`
  create table import_rows (
    import_id bigint not null references imports on delete cascade,
    row bigint not null,
    line bigint not null,
    cells text[] not null,
    -- What is wrong, each with the number of its column.
    faults jsonb not null,
    primary key (import_id, row)
  )`;

export const name = '0020-imports';

export async function up(tx: Tx): Promise<void> {
  for (const step of [imports, posts, rows]) await step.execute(tx);
}
