/** Queries about what the reporters of posts agreed to. */
import type { ConsentUse } from '@waypost/contract/surveys/survey-consent';
import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely';
import { anyOfIds } from '../../kernel/db/any-of-ids.ts';
import type { Tx } from '../../kernel/db/database.ts';
import type { Tables } from '../../migrations/tables.ts';

/** An answer with the text that was read; null without a version. */
export type PostConsentRow = Selectable<Tables['post_consents']> & {
  text: string | null;
  translations: Record<string, string> | null;
};

/** Posts that may be used, as a condition on `posts`. The same decision as `findRefusalReason` in `consent.rules.ts`. */
export const isUsable = (use: ConsentUse): RawBuilder<boolean> => sql`(
  not ${use} = any(posts.declined_uses)
  and (${use} = any(posts.agreed_uses) or not exists (
    select from surveys join survey_consents as asked
      on asked.survey_id = surveys.id and asked.version = surveys.consent_version
    where surveys.id = posts.survey_id and asked.unanswered_is_no and ${use} = any(asked.uses))))`;

/** Stores answers. The rows of their posts are written by the callers. */
export async function insertPostConsents(
  tx: Tx,
  rows: readonly Insertable<Tables['post_consents']>[],
): Promise<void> {
  if (rows.length === 0) return;
  await tx
    .insertInto('post_consents')
    .values([...rows])
    .execute();
}

/** Whether any reporter of these surveys' posts answered. */
export async function hasPostConsents(tx: Tx, surveyIds: readonly number[]): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`
    select exists (
      select from post_consents join posts on posts.id = post_consents.post_id
      where posts.survey_id = any(${surveyIds}::bigint[])) as exists`.execute(tx);
  return rows[0]?.exists ?? false;
}

/** All answers about posts, the latest first. */
export async function readPostConsents(tx: Tx, postIds: readonly number[]): Promise<PostConsentRow[]> {
  const { rows } = await sql<PostConsentRow>`
    select post_consents.*, survey_consents.text, survey_consents.translations
    from post_consents
    join posts on posts.id = post_consents.post_id
    left join survey_consents
      on survey_consents.survey_id = posts.survey_id and survey_consents.version = post_consents.version
    where post_consents.post_id = any(${postIds}::bigint[])
    order by post_consents.id desc`.execute(tx);
  return rows;
}

/** Whether the reporter of a post, or of the latest post of a contact, may not be written to. Without such a post they may. */
export async function isContactRefused(
  tx: Tx,
  post: { postId: number } | { contactId: number },
): Promise<boolean> {
  const isOfReporter =
    'postId' in post ? sql`posts.id = ${post.postId}` : sql`posts.contact_id = ${post.contactId}`;
  const { rows } = await sql<{ refused: boolean }>`
    select not ${isUsable('contact')} as refused from posts where ${isOfReporter} order by posts.id desc limit 1`.execute(
    tx,
  );
  return rows[0]?.refused ?? false;
}

/**
 * Those of the numbers whose owners may not be sent questions, in their order: the latest report about which they answered, or should
 * have, decides. Posts that collect answers to targeted surveys ask nothing, and are no agreement.
 */
export async function findRefusedNumbers(tx: Tx, numbers: readonly string[]): Promise<string[]> {
  if (numbers.length === 0) return [];
  const { rows } = await sql<{ number: string }>`
    select number from unnest(${numbers}::text[]) with ordinality as given (number, place)
    where exists (
      select from contacts
      cross join lateral (
        select ${isUsable('contact')} as may_contact from posts
        where posts.contact_id = contacts.id
          and ('contact' = any(posts.agreed_uses || posts.declined_uses) or not ${isUsable('contact')})
        order by posts.id desc limit 1) as latest
      where contacts.type = 'phone' and contacts.normalized_contact = normalize_contact('phone', number)
        and not latest.may_contact)
    order by place`.execute(tx);
  return rows.map((row) => row.number);
}

/** Sets posts that are merged into others under review when they are split, if they were published. */
export async function unpublishMergedPosts(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    update posts set status_before_merge = 'draft'
    where id = ${anyOfIds(ids)} and merged_into is not null and status_before_merge = 'published'`.execute(
    tx,
  );
}
