/**
 * Removes JSON of clients that is nested deeper than requests may be now (`limits.jsonDepth`): it could be stored, but a list with it
 * could not be serialized. Only members that Waypost does not read can be that deep.
 */
import { sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';

export const name = '0078-json-depth';

/** Columns with JSON as clients sent it, and what replaces a list that is too deep. */
const columns = [
  ['sets', 'view_options', null],
  ['sets', 'filter', '{}'],
  ['attributes', 'config', '{}'],
  ['attributes', 'options', '[]'],
  ['layers', 'options', null],
  ['export_jobs', 'filters', '{}'],
  ['settings', 'value', '{}'],
] as const;

export async function up(tx: Tx): Promise<void> {
  for (const [table, name, replacement] of columns) {
    const column = sql.ref(name);
    await sql`
      update ${sql.table(table)} set ${column} = case when jsonb_typeof(${column}) = 'object' then (
        select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(${column})
        where not jsonb_path_exists(value, 'strict $.**{31}')
      ) else ${replacement}::jsonb end
      where jsonb_path_exists(${column}, 'strict $.**{32}')`.execute(tx);
  }
}
