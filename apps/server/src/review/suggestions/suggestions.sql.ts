/** Queries of suggestions: what is learned from, and the learned model (tables `suggestion_models`, `suggestion_weights`). */
import { limits } from '@waypost/contract/common/limits';
import type { LearnedKind, SuggestionTest } from '@waypost/contract/review/suggestions';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Tx } from '../../kernel/db/database.ts';
import type { Tables } from '../../migrations/tables.ts';

/** A survey or category that can be suggested. */
export interface Choice {
  kind: LearnedKind;
  /** Id of the survey or category. */
  id: number;
}

/** A report to learn from. */
export interface LabelledText {
  text: string;
  survey: number | null;
  categories: readonly number[];
}

/** The model without its weights. */
export type ModelRow = Selectable<Tables['suggestion_models']>;

/** Weights of a bucket for all choices. */
export interface BucketWeights {
  bucket: number;
  weights: Buffer;
}

/** Rows that are written at a time. */
const rowsPerInsert = 4000;

/** The current model; undefined if nothing has been learned yet. */
export const readModel = (tx: Tx): Promise<ModelRow | undefined> =>
  tx.selectFrom('suggestion_models').selectAll().executeTakeFirst();

/** The choices of the model, and the weights of these buckets. One query, so that both belong to the same model. */
export async function readWeights(
  tx: Tx,
  buckets: readonly number[],
): Promise<{ choices: ModelRow['choices']; weights: Buffer[] } | undefined> {
  const { rows } = await sql<{ choices: ModelRow['choices']; weights: Buffer[] }>`
    select choices, array(
      select weights from suggestion_weights where bucket = any(${buckets}::int[])
    ) as weights
    from suggestion_models`.execute(tx);
  return rows[0];
}

/** The surveys and categories of enough published posts, the most frequent ones of each kind. */
export async function findChoices(tx: Tx): Promise<Choice[]> {
  const { postsPerChoice, choices } = limits.suggestions;
  const { rows } = await sql<{ kind: LearnedKind; id: number }>`
    select kind, id from (
      select 'survey' as kind, survey_id as id, count(*) as posts from posts
      where status = 'published' and survey_id is not null group by survey_id
      union all
      select 'category', category_id, count(distinct post_id)
      from post_categories join posts on posts.id = post_categories.post_id
      where posts.status = 'published' group by category_id
    ) as counted
    where posts >= ${postsPerChoice}
    order by posts desc, id limit ${choices}`.execute(tx);
  return rows;
}

/** A published post to learn from. */
export interface PublishedText extends LabelledText {
  id: number;
}

/** The next published posts, the latest first. @param beforeId those from this id on are left out */
export async function readPublishedTexts(tx: Tx, beforeId: number, limit: number): Promise<PublishedText[]> {
  const { rows } = await sql<PublishedText>`
    select id, left(concat_ws(' ', title, content), 2000) as text, survey_id as survey,
      coalesce(category_ids, '{}') as categories
    from posts where status = 'published' and id < ${beforeId} order by id desc limit ${limit}`.execute(tx);
  return rows;
}

/** Replaces the model. */
export async function replaceModel(
  tx: Tx,
  model: {
    choices: readonly (Choice & { bias: number })[];
    tests: readonly SuggestionTest[];
    posts: number;
    seconds: number;
    memory_mb: number;
  },
  weights: readonly BucketWeights[],
): Promise<void> {
  await tx.deleteFrom('suggestion_models').execute();
  await tx.deleteFrom('suggestion_weights').execute();
  await tx
    .insertInto('suggestion_models')
    .values({ ...model, choices: JSON.stringify(model.choices), tests: JSON.stringify(model.tests) })
    .execute();
  for (let from = 0; from < weights.length; from += rowsPerInsert) {
    const rows = weights.slice(from, from + rowsPerInsert);
    await sql`
      insert into suggestion_weights (bucket, weights)
      select bucket, decode(weights, 'hex') from unnest(
        ${rows.map(({ bucket }) => bucket)}::int[],
        ${rows.map((row) => row.weights.toString('hex'))}::text[]
      ) as rows (bucket, weights)`.execute(tx);
  }
}

/** Decisions after which it is worth learning again: this many, and this share of the posts that were learned from. */
const minDecisions = { count: 200, share: 0.02 };
const maxAgeMs = 86_400_000;

const countUpTo = async (tx: Tx, rowsOf: RawBuilder<unknown>, limit: number): Promise<number> =>
  (
    await sql<{
      count: number;
    }>`select count(*)::int as count from (${rowsOf} limit ${limit}) as counted`.execute(tx)
  ).rows[0]?.count ?? 0;

/**
 * Whether to learn: there are enough posts and no model, many decisions since the last one, or it is a day old, so that texts which
 * were deleted leave no trace for longer.
 */
export async function isTrainingNeeded(tx: Tx): Promise<boolean> {
  const model = await readModel(tx);
  if (!model) {
    const { minPosts } = limits.suggestions;
    return (await countUpTo(tx, sql`select from posts where status = 'published'`, minPosts)) >= minPosts;
  }
  if (Date.now() - model.trained.getTime() > maxAgeMs) return true;
  const needed = Math.max(minDecisions.count, Math.round(model.posts * minDecisions.share));
  const decisions = sql`
    select from post_revisions where replaced ->> 'status' = 'draft' and created > ${model.trained}`;
  return (await countUpTo(tx, decisions, needed)) >= needed;
}
