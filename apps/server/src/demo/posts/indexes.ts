/** Drops indexes and foreign keys for a large load. */
import { sql } from 'kysely';
import type { Tx } from '../../kernel/db/database.ts';

/** Tables that a load of posts writes to. */
const loadedTables = ['posts', 'post_places', 'post_categories', 'post_search_index'];

interface Definition {
  owner: string;
  name: string;
  definition: string;
}

async function readConstraints(tx: Tx): Promise<Definition[]> {
  // Primary keys stay: they are filled in order, and foreign keys refer to them.
  const { rows } = await sql<Definition>`
    select conrelid::regclass::text as owner, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype in ('u', 'f') and conrelid = any(${loadedTables}::regclass[])
    order by contype desc, name`.execute(tx);
  return rows;
}

async function readIndexes(tx: Tx): Promise<Definition[]> {
  const { rows } = await sql<Definition>`
    select indrelid::regclass::text as owner, indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index where indrelid = any(${loadedTables}::regclass[])
      and not exists (select from pg_constraint where conindid = indexrelid)
    order by name`.execute(tx);
  return rows;
}

/**
 * Drops them in the caller's transaction; a rollback restores them.
 * @returns a function that creates them again, with validated foreign keys
 */
export async function dropIndexes(tx: Tx): Promise<() => Promise<void>> {
  const constraints = await readConstraints(tx);
  for (const { owner, name } of constraints)
    await sql.raw(`alter table ${owner} drop constraint ${name}`).execute(tx);
  const indexes = await readIndexes(tx);
  for (const { name } of indexes) await sql.raw(`drop index ${name}`).execute(tx);
  return async () => {
    await sql`set local maintenance_work_mem = '256MB'`.execute(tx);
    for (const { definition } of indexes) await sql.raw(definition).execute(tx);
    for (const { owner, name, definition } of constraints)
      await sql.raw(`alter table ${owner} add constraint ${name} ${definition}`).execute(tx);
  };
}
