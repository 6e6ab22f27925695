/** Queries for the answers that posts store by attribute key, used when a survey changes. */
import type { AttributeType } from '@waypost/contract/surveys/attributes';
import { fieldTypes } from '@waypost/contract/surveys/field-types';
import { sql } from 'kysely';
import { disableStatementTimeout, type Tx } from '../kernel/db/database.ts';

interface AttributeRef {
  id: number;
  key: string;
  type: AttributeType;
}

const idsOf = (attributes: readonly AttributeRef[]) => attributes.map(({ id }) => id);
const keysOf = (attributes: readonly AttributeRef[]) => attributes.map(({ key }) => key);

/** Whether `posts` answers one of the attributes. Places and categories are stored in tables of their own. */
const answersAnyOf = (attributes: readonly AttributeRef[]) => sql<boolean>`(
  posts.values ?| ${keysOf(attributes)}::text[]
  or exists (select from post_places where post_id = posts.id and attribute_id = any(${idsOf(attributes)}::bigint[]))
  or exists (select from post_categories where post_id = posts.id and attribute_id = any(${idsOf(attributes)}::bigint[])))`;

/** Whether any post answers an attribute. */
export async function hasAnswers(tx: Tx, surveyId: number, attribute: AttributeRef): Promise<boolean> {
  const { rows } = await sql<{ answered: boolean }>`
    select exists (select from posts where survey_id = ${surveyId} and values ? ${attribute.key})
      or exists (select from post_places where attribute_id = ${attribute.id})
      or exists (select from post_categories where attribute_id = ${attribute.id}) as answered`.execute(tx);
  return rows[0]?.answered ?? false;
}

/**
 * The number of posts of a survey, including those that the viewer may not see, for warnings before a deletion.
 * @param attributes counts only posts that answer one of them
 */
export async function countPostsAnswering(
  tx: Tx,
  surveyId: number,
  attributes?: readonly AttributeRef[],
): Promise<number> {
  await disableStatementTimeout(tx);
  const matching = attributes ? answersAnyOf(attributes) : sql<boolean>`true`;
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from posts where survey_id = ${surveyId} and ${matching}`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** Moves answers and their translations to an attribute's new key. */
export async function renameAnswers(tx: Tx, surveyId: number, from: string, to: string): Promise<void> {
  await sql`
    update posts set values = values - ${from}::text || jsonb_build_object(${to}::text, values -> ${from}::text)
    where survey_id = ${surveyId} and values ? ${from}`.execute(tx);
  await sql`
    update post_translations as translation
    set values = translation.values - ${from}::text || jsonb_build_object(${to}::text, translation.values -> ${from}::text)
    from posts where posts.id = parent_id and survey_id = ${surveyId} and translation.values ? ${from}`.execute(
    tx,
  );
}

/** Ids of pictures that answer one of the attributes in the survey's posts or their revisions. */
export async function findPicturesOfAttributes(
  tx: Tx,
  surveyId: number,
  attributes: readonly AttributeRef[],
): Promise<number[]> {
  const keys = keysOf(attributes.filter(({ type }) => fieldTypes[type].answerKind === 'media'));
  if (keys.length === 0) return [];
  await disableStatementTimeout(tx);
  const { rows } = await sql<{ id: number }>`
    with held as (
      select posts.id, values -> key as answers from posts, unnest(${keys}::text[]) as key where survey_id = ${surveyId}
      union all
      select posts.id, replaced -> 'values' -> key from post_revisions
      join posts on posts.id = post_revisions.post_id, unnest(${keys}::text[]) as key
      where posts.survey_id = ${surveyId}
    )
    select distinct media.id from held
    cross join lateral jsonb_array_elements_text(
      case jsonb_typeof(answers) when 'array' then answers else '[]' end) as answer
    join media on media.id = case when answer ~ '^[0-9]{1,15}$' then answer::bigint end and media.post_id = held.id`.execute(
    tx,
  );
  return rows.map((row) => row.id);
}

/**
 * Deletes answers from posts, their revisions and translations before their attributes are deleted: confidential answers
 * must not remain in the history. Places and categories are deleted with the attribute's row.
 * @returns ids of the posts that had an answer; call `maskPosts` for them once the attribute is deleted
 */
export async function deleteAnswers(
  tx: Tx,
  surveyId: number,
  attributes: readonly AttributeRef[],
): Promise<number[]> {
  if (attributes.length === 0) return [];
  await disableStatementTimeout(tx);
  const keys = keysOf(attributes);
  const { rows } = await sql<{ id: number }>`
    select id from posts where survey_id = ${surveyId} and ${answersAnyOf(attributes)}`.execute(tx);
  await sql`
    update posts set values = values - ${keys}::text[]
    where survey_id = ${surveyId} and values ?| ${keys}::text[]`.execute(tx);
  await sql`
    update post_revisions set replaced = jsonb_set(replaced, '{values}', (replaced -> 'values') - ${keys}::text[])
    from posts
    where posts.id = post_revisions.post_id and posts.survey_id = ${surveyId}
      and replaced -> 'values' ?| ${keys}::text[]`.execute(tx);
  await sql`
    update post_translations as translation set values = translation.values - ${keys}::text[]
    from posts where posts.id = parent_id and survey_id = ${surveyId} and translation.values ?| ${keys}::text[]`.execute(
    tx,
  );
  return rows.map((row) => row.id);
}
