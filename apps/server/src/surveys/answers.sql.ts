/** What changing a survey does to the answers that posts hold by attribute key. */
import { sql } from 'kysely';
import { disableStatementTimeout, type Tx } from '../kernel/db/database.ts';

interface AttributeRef {
  id: number;
  key: string;
  type: string;
}

const idsOf = (attributes: readonly AttributeRef[]) => attributes.map((it) => it.id);
const keysOf = (attributes: readonly AttributeRef[]) => attributes.map((it) => it.key);

/** Whether `posts` answers one of the attributes; places and categories are kept apart from other answers. */
const answersAnyOf = (attributes: readonly AttributeRef[]) => sql<boolean>`(
  posts.values ?| ${keysOf(attributes)}::text[]
  or exists (select from post_places where post_id = posts.id and attribute_id = any(${idsOf(attributes)}::bigint[]))
  or exists (select from post_categories where post_id = posts.id and attribute_id = any(${idsOf(attributes)}::bigint[])))`;

/** Whether any post holds an answer. */
export async function hasAnswers(tx: Tx, surveyId: number, attribute: AttributeRef): Promise<boolean> {
  const { rows } = await sql<{ answered: boolean }>`
    select exists (select from posts where survey_id = ${surveyId} and values ? ${attribute.key})
      or exists (select from post_places where attribute_id = ${attribute.id})
      or exists (select from post_categories where attribute_id = ${attribute.id}) as answered`.execute(tx);
  return rows[0]?.answered ?? false;
}

/**
 * How many posts of a survey there are, whoever may see them, for those who are about to delete.
 * @param attributes only posts that answer one of them
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

/** Moves answers, translated ones too, to the attribute's new key. */
export async function renameAnswers(tx: Tx, surveyId: number, from: string, to: string): Promise<void> {
  await sql`
    update posts set values = values - ${from}::text || jsonb_build_object(${to}::text, values -> ${from}::text)
    where survey_id = ${surveyId} and values ? ${from}`.execute(tx);
  await sql`
    update post_translations as it
    set values = it.values - ${from}::text || jsonb_build_object(${to}::text, it.values -> ${from}::text)
    from posts where posts.id = parent_id and survey_id = ${surveyId} and it.values ? ${from}`.execute(tx);
}

/** Pictures of the survey's posts that answer one of the attributes, now or in an earlier revision. */
export async function findPicturesOfAttributes(
  tx: Tx,
  surveyId: number,
  attributes: readonly AttributeRef[],
): Promise<number[]> {
  const keys = keysOf(attributes.filter((it) => it.type === 'media'));
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
 * Takes answers out of posts, their revisions and translations, for attributes about to be deleted: what was told in confidence must
 * not live on in a history. Places and categories go with the attribute's row.
 * @returns the posts that had an answer; what is shown of them is to be worked out anew once the attribute is gone
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
    update post_translations as it set values = it.values - ${keys}::text[]
    from posts where posts.id = parent_id and survey_id = ${surveyId} and it.values ?| ${keys}::text[]`.execute(
    tx,
  );
  return rows.map((row) => row.id);
}
