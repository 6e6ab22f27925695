/** What pictures are compared by, and time and place of photographs, for the team alone. */
import { sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';

export const name = '0140-picture-facts';

export async function up(tx: Tx): Promise<void> {
  await sql`
    -- A picture without a row has not been looked at yet. Separate from media, so that nothing that reads media can return it.
    create table picture_facts (
      media_id bigint primary key references media (id) on delete cascade,
      created timestamptz not null default now(),
      -- Similar pictures differ in few bits. Null for a picture without structure, which many others resemble.
      perceptual_hash bit(64),
      -- From the metadata of the uploaded file.
      photo_time timestamptz,
      photo_lat double precision,
      photo_lon double precision
    )`.execute(tx);
  await sql`
    create index picture_facts_with_photo_data on picture_facts (created)
    where photo_time is not null or photo_lat is not null`.execute(tx);
}
