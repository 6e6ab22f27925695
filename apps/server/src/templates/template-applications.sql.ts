/** Queries of applied templates (table `template_applications`). */
import { type Selectable, sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';
import type { Tables } from '../migrations/tables.ts';

/** An applied template. */
export type TemplateApplicationRow = Selectable<Tables['template_applications']>;

/** An entity that a template has created. */
export type CreatedPart = TemplateApplicationRow['parts'][number];

/** How many are listed, and how many days they are kept. */
const maxListed = 10;
const keptDays = 90;

/** Stores one, and deletes old ones. @returns its id */
export async function insertApplication(
  tx: Tx,
  { title, parts }: { title: string; parts: readonly CreatedPart[] },
): Promise<number> {
  await tx
    .deleteFrom('template_applications')
    .where('created', '<', sql<Date>`now() - make_interval(days => ${sql.lit(keptDays)})`)
    .execute();
  const { id } = await tx
    .insertInto('template_applications')
    .values({ title, parts: JSON.stringify(parts), undone: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The latest, the newest first. */
export const readApplications = (tx: Tx): Promise<TemplateApplicationRow[]> =>
  tx.selectFrom('template_applications').selectAll().orderBy('id', 'desc').limit(maxListed).execute();

/** One by its id. */
export const findApplication = (tx: Tx, id: number): Promise<TemplateApplicationRow | undefined> =>
  tx.selectFrom('template_applications').selectAll().where('id', '=', id).executeTakeFirst();

/** Marks one as undone. @returns false when it was undone meanwhile */
export async function markUndone(tx: Tx, id: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('template_applications')
    .set({ undone: sql<Date>`now()` })
    .where('id', '=', id)
    .where('undone', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
