/** Every query about surveys themselves and the roles that may answer them. */
import { type Selectable, sql } from 'kysely';
import type { Tx } from '../kernel/db.ts';
import type { Tables } from '../migrations/tables.ts';

export type SurveyRow = Selectable<Tables['surveys']> & {
  /** Names of the roles that may answer when not everyone may. */
  can_create: string[];
  /** Ids of the categories that the survey's fields offer. */
  tags: number[];
};

const selectSurveys = (tx: Tx) =>
  tx
    .selectFrom('surveys')
    .selectAll('surveys')
    .select([
      sql<string[]>`array(
        select roles.name from survey_roles join roles on roles.id = survey_roles.role_id
        where survey_roles.survey_id = surveys.id order by roles.id)`.as('can_create'),
      sql<number[]>`array(
        select distinct categories.id from tasks
        join attributes on attributes.task_id = tasks.id and attributes.type = 'tags'
        join categories on attributes.options @> to_jsonb(categories.id)
        where tasks.survey_id = surveys.id order by categories.id)`.as('tags'),
    ]);

export const readSurvey = (tx: Tx, id: number): Promise<SurveyRow | undefined> =>
  selectSurveys(tx).where('surveys.id', '=', id).executeTakeFirst();

/** By id; those that do not exist have no entry. */
export async function readSurveys(tx: Tx, ids: readonly number[]): Promise<Map<number, SurveyRow>> {
  if (ids.length === 0) return new Map();
  const rows = await selectSurveys(tx).where('surveys.id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.id, row]));
}
