/**
 * The search finds shops, stops and other points of maps, which are not used in words for a place. Keys of names say where the name is: a
 * search compares thousands of them and looks up the names of the nearest only.
 */
import { sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';

export const name = '0317-other-map-points';

export async function up(tx: Tx): Promise<void> {
  await sql`
    alter table map_names drop constraint map_names_kind_check;
    alter table map_names add constraint map_names_kind_check check (kind in ('street', 'place', 'point', 'other_point'));
    alter table map_name_keys add column is_other_point boolean not null default false, add column place_id integer, add column x real, add column y real;
    update map_name_keys k set place_id = n.place_id, x = n.x, y = n.y
      from map_names n where n.archive_id = k.archive_id and n.id = k.name_id;
    delete from map_name_keys where x is null;
    alter table map_name_keys alter column is_other_point drop default, alter column x set not null, alter column y set not null;
    drop index map_name_keys_by_beginning;
    create index map_name_keys_by_beginning on map_name_keys (key text_pattern_ops)
      include (archive_id, name_id, is_name, is_other_point, place_id, x, y)`.execute(tx);
}
