/** Queries about urgency: rules, and the waiting posts that they match (tables `urgency_rules`, `post_urgency`). */
import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely';
import type { Tx } from '../../kernel/db/database.ts';
import type { Tables } from '../../migrations/tables.ts';

/** A rule with the name of its category, survey or area. */
export type RuleRow = Omit<Selectable<Tables['urgency_rules']>, 'words_query' | 'checked_until'>;

/** A rule to store. */
export type NewRule = Omit<
  Insertable<Tables['urgency_rules']>,
  'id' | 'words_query' | 'checked_until' | 'words'
> & {
  words: string[];
};

const selectRules = (tx: Tx) =>
  tx
    .selectFrom('urgency_rules')
    .leftJoin('categories', 'categories.id', 'urgency_rules.category_id')
    .leftJoin('surveys', 'surveys.id', 'urgency_rules.survey_id')
    .select([
      'urgency_rules.id',
      'urgency_rules.kind',
      'urgency_rules.weight',
      'urgency_rules.category_id',
      'urgency_rules.survey_id',
      sql<string | null>`coalesce(categories.tag, surveys.name, urgency_rules.name)`.as('name'),
      'urgency_rules.words',
      'urgency_rules.lat',
      'urgency_rules.lon',
      'urgency_rules.radius_km',
      'urgency_rules.hours',
    ])
    .orderBy('urgency_rules.weight', 'desc')
    .orderBy('urgency_rules.id');

/** All rules, those with the greatest weight first. */
export const readRules = (tx: Tx): Promise<RuleRow[]> => selectRules(tx).execute();

/** One rule. */
export const findRule = (tx: Tx, id: number): Promise<RuleRow | undefined> =>
  selectRules(tx).where('urgency_rules.id', '=', id).executeTakeFirst();

/** What follows from the members of a rule. Older posts are checked for their age when the change is applied. */
const derivedColumns = ({ words, hours }: NewRule) => ({
  words_query: sql<string | null>`build_words_query(${words}::text[])`,
  checked_until: sql<Date | null>`now() - make_interval(hours => ${hours ?? null}::int)`,
});

/** Stores a new rule. @returns its id */
export const insertRule = async (tx: Tx, rule: NewRule): Promise<number> =>
  (
    await tx
      .insertInto('urgency_rules')
      .values({ ...rule, ...derivedColumns(rule) })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;

/** Changes a rule. */
export const updateRule = async (tx: Tx, id: number, rule: NewRule): Promise<void> => {
  await tx
    .updateTable('urgency_rules')
    .set({ ...rule, ...derivedColumns(rule) })
    .where('id', '=', id)
    .execute();
};

/** Deletes a rule. */
export const deleteRule = async (tx: Tx, id: number): Promise<void> => {
  await tx.deleteFrom('urgency_rules').where('id', '=', id).execute();
};

/** Locks the rules, so that they are counted one request after another. @returns how many there are */
export async function lockAndCountRules(tx: Tx): Promise<number> {
  await sql`select from urgency_state for update`.execute(tx);
  const { count } = await tx
    .selectFrom('urgency_rules')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Waiting posts that a rule would match, and all that the viewer may review. */
export async function countMatches(
  tx: Tx,
  rule: NewRule,
  isWaiting: RawBuilder<boolean>,
): Promise<{ count: number; total: number }> {
  const { words, ...columns } = rule;
  const { rows } = await sql<{ count: number; total: number }>`
    with candidate as (
      select (jsonb_populate_record(null::urgency_rules, ${JSON.stringify({ ...columns, words })}::jsonb ||
        jsonb_build_object('words_query', build_words_query(${words}::text[])))) as rule
    )
    select
      count(*) filter (where matches_urgency_rule(
        posts.id, posts.survey_id, posts.contact_id, posts.created, candidate.rule))::int as count,
      count(*)::int as total
    from posts, candidate where posts.status = 'draft' and ${isWaiting}`.execute(tx);
  return rows[0] ?? { count: 0, total: 0 };
}

/** A rule that matches a post. */
export interface ReasonRow {
  rule_id: number;
  /** The words of the rule that the post contains. */
  words: string[];
}

/** The rules that match a post, those with the greatest weight first. */
export async function readReasons(tx: Tx, postId: number): Promise<ReasonRow[]> {
  const { rows } = await sql<ReasonRow>`
    select rule.id as rule_id, array(
      select typed from unnest(rule.words) as typed
      join post_search_index texts on texts.post_id = post_urgency.post_id
      where texts.public_tsv @@ build_words_query(array[typed])
    ) as words
    from post_urgency join urgency_rules rule on rule.id = any(post_urgency.rules)
    where post_urgency.post_id = ${postId}
    order by rule.weight desc, rule.id`.execute(tx);
  return rows;
}

/** Whether a change of the rules is not applied yet. */
export async function isUpdateNeeded(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ needed: boolean }>`
    select changed > applied as needed from urgency_state`.execute(tx);
  return rows[0]?.needed ?? false;
}

/** When the rules were changed last. */
export const readLastChange = async (tx: Tx): Promise<Date> =>
  (await tx.selectFrom('urgency_state').select('changed').executeTakeFirstOrThrow()).changed;

/** Records that the change is applied. Microseconds are cut off, so that a later change is never missed. */
export const setApplied = async (tx: Tx, change: Date): Promise<void> => {
  await sql`
    update urgency_state set applied = changed
    where date_trunc('milliseconds', changed) = date_trunc('milliseconds', ${change}::timestamptz)`.execute(
    tx,
  );
};

/** Computes the urgency of the next waiting posts. @returns the last of their ids; undefined when none is left */
export async function updateNextPosts(tx: Tx, afterId: number, limit: number): Promise<number | undefined> {
  const { rows } = await sql<{ ids: number[] }>`
    select coalesce(array_agg(id order by id), '{}') as ids from (
      select id from posts where status = 'draft' and id > ${afterId} order by id limit ${limit}
    ) as next`.execute(tx);
  const ids = rows[0]?.ids ?? [];
  if (ids.length > 0) await sql`select update_urgency(${ids}::bigint[])`.execute(tx);
  return ids.at(-1);
}

/** Posts that have reached the age of a rule since it was checked. */
const isDue = sql<boolean>`posts.status = 'draft' and posts.created > rule.checked_until
  and posts.created <= now() - make_interval(hours => rule.hours)`;

/** Whether waiting posts have reached the age of a rule. */
export async function hasDuePosts(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from urgency_rules rule where rule.kind = 'age' and exists (select from posts where ${isDue})
    ) as found`.execute(tx);
  return rows[0]?.found ?? false;
}

/** Computes the urgency of the posts that have reached the age of a rule. */
export async function updateDuePosts(tx: Tx): Promise<void> {
  await sql`
    select update_urgency(array(
      select distinct posts.id from urgency_rules rule join posts on ${isDue} where rule.kind = 'age'
    ))`.execute(tx);
  await sql`
    update urgency_rules set checked_until = now() - make_interval(hours => hours) where kind = 'age'`.execute(
    tx,
  );
}
