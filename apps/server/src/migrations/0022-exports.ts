/** Exports that people asked for, and what the humanitarian exchange is told of those that go there. */
import { sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';

const hxlMetadata = sql`
  create table hxl_metadata (
    id bigint generated always as identity primary key,
    user_id bigint not null references users on delete cascade,
    private boolean not null,
    dataset_title text not null,
    organisation_id text not null,
    organisation_name text not null,
    source text not null,
    license_id bigint not null,
    created timestamptz not null default now(),
    updated timestamptz
  );
  create index hxl_metadata_by_user on hxl_metadata (user_id)`;

/**
 * The file has its name from the start: an attempt that follows one that broke off puts its file in the same place. An owner
 * who is deleted leaves a row without one, so that the file is still found and removed.
 */
const exportJobs = sql`
  create table export_jobs (
    id bigint generated always as identity primary key,
    user_id bigint references users on delete set null,
    format text not null,
    fields text[] not null,
    filters jsonb not null,
    include_hxl boolean not null,
    send_to_browser boolean not null,
    send_to_hdx boolean not null,
    hxl_choices jsonb not null,
    hxl_metadata_id bigint references hxl_metadata on delete set null,
    status text not null,
    fault jsonb,
    job uuid,
    file text not null,
    file_size bigint,
    header_row text[],
    hxl_heading_row text[],
    done_rows bigint not null default 0,
    total_rows bigint,
    dataset_url text,
    created timestamptz not null default now(),
    updated timestamptz,
    expires timestamptz
  );
  create index export_jobs_by_user on export_jobs (user_id, created);
  create index export_jobs_by_expiry on export_jobs (expires)`;

export const name = '0022-exports';

export async function up(tx: Tx): Promise<void> {
  await hxlMetadata.execute(tx);
  await exportJobs.execute(tx);
}
