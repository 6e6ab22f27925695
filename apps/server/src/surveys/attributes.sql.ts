/** Queries for attributes. */
import { type Insertable, sql, type Updateable } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';
import { type Page, readPage } from '../kernel/db/paging.ts';
import type { Tables } from '../migrations/tables.ts';
import { type AttributeRow, selectAttributes } from './fields.sql.ts';

/** An attribute of a survey; undefined for one of another survey. */
export const findAttribute = (tx: Tx, id: number, surveyId: number): Promise<AttributeRow | undefined> =>
  selectAttributes(tx)
    .where('attributes.id', '=', id)
    .where('tasks.survey_id', '=', surveyId)
    .executeTakeFirst();

interface AttributeSearch {
  form_id?: number | undefined;
  type?: string | undefined;
  label?: string | undefined;
  key?: string | undefined;
  input?: string | undefined;
  /** Includes attributes of hidden tasks and of disabled surveys. */
  includeHidden: boolean;
  limit?: number | undefined;
  offset?: number | undefined;
  orderby?: 'id' | 'priority' | 'label' | 'key' | undefined;
  order?: 'asc' | 'desc' | undefined;
}

/** A page of attributes of one or all surveys. */
export function searchAttributes(tx: Tx, search: AttributeSearch): Promise<Page<AttributeRow>> {
  let matching = selectAttributes(tx).innerJoin('surveys', 'surveys.id', 'tasks.survey_id');
  if (search.form_id !== undefined) matching = matching.where('tasks.survey_id', '=', search.form_id);
  for (const column of ['type', 'label', 'key', 'input'] as const) {
    const value = search[column];
    if (value) matching = matching.where(`attributes.${column}`, '=', value);
  }
  if (!search.includeHidden)
    matching = matching
      .where('surveys.disabled', '=', false)
      .where('tasks.internal_only', '=', false)
      .where('tasks.show_when_published', '=', true);
  const { orderby = 'id', order = 'asc' } = search;
  return readPage(matching.orderBy(`attributes.${orderby}`, order).orderBy('attributes.id'), search);
}

/** Whether a survey has an attribute of a type, not counting the one with `exceptId`. */
export async function hasAttributeOfType(
  tx: Tx,
  surveyId: number,
  type: string,
  exceptId: number | undefined,
): Promise<boolean> {
  const row = await selectAttributes(tx)
    .where('tasks.survey_id', '=', surveyId)
    .where('attributes.type', '=', type)
    .where('attributes.id', '<>', exceptId ?? 0)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Inserts an attribute. @returns its id */
export async function insertAttribute(tx: Tx, attribute: Insertable<Tables['attributes']>): Promise<number> {
  const { id } = await tx
    .insertInto('attributes')
    .values(attribute)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Updates an attribute. */
export const updateAttributeRow = async (
  tx: Tx,
  id: number,
  change: Updateable<Tables['attributes']>,
): Promise<void> => {
  await tx.updateTable('attributes').set(change).where('id', '=', id).execute();
};

/** Deletes an attribute. */
export const deleteAttributeRow = async (tx: Tx, id: number): Promise<void> => {
  await tx.deleteFrom('attributes').where('id', '=', id).execute();
};

/** Those of the category ids that exist. */
export async function findExistingCategories(tx: Tx, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await tx.selectFrom('categories').select('id').where('id', 'in', ids).execute();
  return new Set(rows.map((row) => row.id));
}

/** Removes a deleted category from the options of all attributes. */
export async function removeCategoryFromOptions(tx: Tx, categoryId: number): Promise<void> {
  await sql`
    update attributes set options = coalesce((
      select jsonb_agg(option order by place) from jsonb_array_elements(options) with ordinality as element (option, place)
      where option <> to_jsonb(${categoryId}::bigint)), '[]')
    where type = 'tags' and options @> to_jsonb(${categoryId}::bigint)`.execute(tx);
}
