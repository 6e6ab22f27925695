/** Queries for surveys and the roles that may answer them. */
import { listFieldTypes } from '@waypost/contract/surveys/field-types';
import type { PlaceMasking } from '@waypost/contract/surveys/place-masking';
import type { SurveyConsent } from '@waypost/contract/surveys/survey-consent';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { disableStatementTimeout, type Tx } from '../kernel/db/database.ts';
import { type Page, readPage, toLikePattern } from '../kernel/db/paging.ts';
import type { Tables } from '../migrations/tables.ts';
import { currentConsent } from './consent/survey-consents.sql.ts';

/** A row of `surveys` with its roles and categories. */
export type SurveyRow = Selectable<Tables['surveys']> & {
  /** Names of the roles that may answer when not everyone may. */
  can_create: string[];
  /** Ids of the categories that the survey's fields offer. */
  tags: number[];
  /** What reporters are asked to agree to; null for nothing. */
  consent: SurveyConsent | null;
};

const categoryTypes = listFieldTypes(({ answerKind }) => answerKind === 'category');

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
        join attributes on attributes.task_id = tasks.id and attributes.type = any(${categoryTypes}::text[])
        join categories on attributes.options @> to_jsonb(categories.id)
        where tasks.survey_id = surveys.id order by categories.id)`.as('tags'),
      currentConsent.as('consent'),
    ]);

/** The survey with this id. */
export const readSurvey = (tx: Tx, id: number): Promise<SurveyRow | undefined> =>
  selectSurveys(tx).where('surveys.id', '=', id).executeTakeFirst();

/** Surveys by id. Those that do not exist have no entry. */
export async function readSurveys(tx: Tx, ids: readonly number[]): Promise<Map<number, SurveyRow>> {
  if (ids.length === 0) return new Map();
  const rows = await selectSurveys(tx).where('surveys.id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** What maps draw by surveys. */
export type PinSettings = Pick<SurveyRow, 'id' | 'color' | 'hide_location' | keyof PlaceMasking>;

/** Colors of surveys and how exact their places are, by id. */
export async function readPinSettings(tx: Tx, ids: readonly number[]): Promise<Map<number, PinSettings>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom('surveys')
    .select([
      'id',
      'color',
      'hide_location',
      'place_mask',
      'place_min_distance',
      'place_max_distance',
      'place_grid_km',
    ])
    .select(['place_min_reports', 'publication_delay_hours'])
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Names of surveys by id. @param includeDisabled includes disabled surveys */
export async function findSurveyNames(
  tx: Tx,
  ids: readonly number[],
  includeDisabled: boolean,
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  let rows = tx.selectFrom('surveys').select(['id', 'name']).where('id', 'in', ids);
  if (!includeDisabled) rows = rows.where('disabled', '=', false);
  return new Map((await rows.execute()).map((row) => [row.id, row.name]));
}

/** Locks a survey against concurrent edits until the end of the transaction. Posts can still be inserted. */
export const lockSurvey = async (tx: Tx, id: number): Promise<void> => {
  await tx.selectFrom('surveys').select('id').where('id', '=', id).forNoKeyUpdate().execute();
};

/**
 * Locks surveys against changes until the end of the transaction: what is written to posts follows their current rules, such as what they
 * hide. Before the posts are inserted or moved to them.
 */
export const lockSurveyRules = async (tx: Tx, ids: readonly number[]): Promise<void> => {
  if (ids.length === 0) return;
  const surveys = tx.selectFrom('surveys').select('id').where('id', '=', sql<number>`any(${ids}::bigint[])`);
  await surveys.orderBy('id').forShare().execute();
};

interface SurveySearch {
  /** Part of the name. */
  q?: string | undefined;
  /** Includes disabled surveys. */
  includeDisabled: boolean;
  limit?: number | undefined;
  offset?: number | undefined;
  orderby?: 'id' | 'name' | 'created' | 'updated' | undefined;
  order?: 'asc' | 'desc' | undefined;
}

/** A page of surveys. */
export function searchSurveys(tx: Tx, search: SurveySearch): Promise<Page<SurveyRow>> {
  let matching = selectSurveys(tx);
  if (search.q) matching = matching.where('surveys.name', 'ilike', toLikePattern(search.q));
  if (!search.includeDisabled) matching = matching.where('surveys.disabled', '=', false);
  const { orderby = 'id', order = 'asc' } = search;
  const by = orderby === 'name' ? sql`lower(surveys.name)` : sql.ref(`surveys.${orderby}`);
  return readPage(matching.orderBy(by, order).orderBy('surveys.id'), search);
}

/** The number of all surveys. The table is locked until the end of the transaction, so that the limit holds. */
export async function lockAndCountSurveys(tx: Tx): Promise<number> {
  await sql`lock table surveys in share row exclusive mode`.execute(tx);
  const { count } = await tx
    .selectFrom('surveys')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Inserts a survey. @returns its id */
export async function insertSurvey(tx: Tx, survey: Insertable<Tables['surveys']>): Promise<number> {
  const { id } = await tx.insertInto('surveys').values(survey).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Updates a survey. */
export async function updateSurveyRow(
  tx: Tx,
  id: number,
  change: Updateable<Tables['surveys']>,
): Promise<void> {
  await tx
    .updateTable('surveys')
    .set({ ...change, updated: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}

/** Deletes a survey with its tasks, attributes and posts. */
export const deleteSurveyRow = async (tx: Tx, id: number): Promise<void> => {
  await disableStatementTimeout(tx);
  await tx.deleteFrom('surveys').where('id', '=', id).execute();
};

/** Recomputes the public columns of a survey's posts, after its visibility rules changed. */
export const maskPostsOfSurvey = async (tx: Tx, surveyId: number): Promise<void> => {
  await disableStatementTimeout(tx);
  // Posts that are edited meanwhile, with other places, are read once the edit has ended.
  await sql`select from posts where survey_id = ${surveyId} order by id for no key update`.execute(tx);
  // Other squares may need another number of posts: nothing is shown until they are counted again.
  await sql`delete from revealed_mask_cells where survey_id = ${surveyId}`.execute(tx);
  await sql`select mask_posts(array(select id from posts where survey_id = ${surveyId}))`.execute(tx);
};

/** Recomputes the public columns of posts, after answers were deleted from them. */
export const maskPosts = async (tx: Tx, ids: readonly number[]): Promise<void> => {
  if (ids.length === 0) return;
  await disableStatementTimeout(tx);
  await sql`select mask_posts(${ids}::bigint[])`.execute(tx);
};

interface RoleListing {
  limit?: number | undefined;
  offset?: number | undefined;
  order?: 'asc' | 'desc' | undefined;
}

/** Ids of the roles that may answer a survey. */
export const searchSurveyRoles = (
  tx: Tx,
  surveyId: number,
  listing: RoleListing,
): Promise<Page<{ role_id: number }>> =>
  readPage(
    tx
      .selectFrom('survey_roles')
      .select('role_id')
      .where('survey_id', '=', surveyId)
      .orderBy('role_id', listing.order ?? 'asc'),
    listing,
  );

/** Replaces the roles that may answer a survey. */
export async function replaceSurveyRoles(
  tx: Tx,
  surveyId: number,
  roleIds: readonly number[],
): Promise<void> {
  await tx.deleteFrom('survey_roles').where('survey_id', '=', surveyId).execute();
  if (roleIds.length === 0) return;
  await tx
    .insertInto('survey_roles')
    .values(roleIds.map((role_id) => ({ survey_id: surveyId, role_id })))
    .execute();
}
