/** Queries for the posts of an export, which are counted and read as a stream. */
import type { PostFilters, PostStatus } from '@waypost/contract/browse/post-filters';
import type { ConsentRecord } from '@waypost/contract/posts/post-consent';
import type { VerificationStatus } from '@waypost/contract/posts/post-verification';
import { type RawBuilder, sql } from 'kysely';
import { buildMatchingQuery } from '../browse/browse.public.ts';
import { disableStatementTimeout, streamRows, type Tx } from '../kernel/db/database.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import type { PostPlaceRow, PostRow } from '../posts/posts.public.ts';
import { canManagePosts, isPublic, isUsable } from '../posts/posts.public.ts';
import type { ExportScope } from './export-scope.rules.ts';

/** What a reporter agreed to. `created`: `2019-12-01 06:12:09`, UTC. */
export type ExportedConsent = Pick<ConsentRecord, 'version' | 'agreed' | 'declined' | 'source' | 'created'>;

/** A post with the columns that the exporter may see. Answers are not filtered yet: `readVisibleAnswers` does that. */
export interface PostToExport
  extends Pick<
    PostRow,
    'id' | 'survey_id' | 'user_id' | 'status' | 'title' | 'content' | 'values' | 'source'
  > {
  /** `2019-12-01 06:12:09`, UTC. */
  created: string;
  updated: string | null;
  post_date: string;
  contact_id: number | null;
  contact: string | null;
  data_source_message_id: string | null;
  places:
    | Pick<PostPlaceRow, 'attribute_id' | 'masked_lat' | 'masked_lon' | 'area_ids' | 'masked_area_ids'>[]
    | null;
  categories: { attribute_id: number; category_id: number }[] | null;
  /** How sure the team is, if that has a column. */
  verification: VerificationStatus | null;
  /** What the reporter agreed to, if that has columns; null where they did not answer. */
  consent: ExportedConsent | null;
  /** Files in the store by media id. */
  files: Record<string, string> | null;
}

/** Which related rows are read with the posts; only those that an attribute needs. */
export interface RelatedData {
  categories: boolean;
  files: boolean;
  verification: boolean;
  consent: boolean;
  areas: boolean;
}

/** Which of the matching posts an export contains. */
export type PostSelection = Pick<ExportScope, 'isPublicOnly' | 'isSharedOnly'>;

const noPosts = sql`select * from posts where false`;

async function selectMatchingPosts(
  tx: Tx,
  viewer: Viewer,
  filters: PostFilters,
  { isPublicOnly, isSharedOnly }: PostSelection,
): Promise<RawBuilder<unknown>> {
  const { parts } = await buildMatchingQuery(tx, viewer, filters);
  const publicCondition = isPublicOnly ? sql` and ${isPublic}` : sql``;
  const sharedCondition = isSharedOnly ? sql` and ${isUsable('share')}` : sql``;
  const selects = parts.map(
    ({ onPosts }) => sql`select * from posts where (${onPosts})${publicCondition}${sharedCondition}`,
  );
  return sql.join(selects.length > 0 ? selects : [noPosts], sql` union all `);
}

/** Counts the posts of an export by survey; null stands for posts without a survey. */
export async function countBySurvey(
  tx: Tx,
  viewer: Viewer,
  filters: PostFilters,
  selection: PostSelection,
): Promise<Map<number | null, number>> {
  await disableStatementTimeout(tx);
  const { rows } = await sql<{ survey_id: number | null; count: number }>`
    select survey_id, count(*) as count from (${await selectMatchingPosts(tx, viewer, filters, selection)}) as posts
    group by survey_id`.execute(tx);
  return new Map(rows.map((row) => [row.survey_id, row.count]));
}

/** Counts the posts of an export by survey and status. */
export async function countByStatus(
  tx: Tx,
  viewer: Viewer,
  filters: PostFilters,
  selection: PostSelection,
): Promise<{ survey_id: number | null; status: PostStatus; count: number }[]> {
  await disableStatementTimeout(tx);
  const { rows } = await sql<{ survey_id: number | null; status: PostStatus; count: number }>`
    select survey_id, status, count(*) as count from (${await selectMatchingPosts(tx, viewer, filters, selection)}) as posts
    group by survey_id, status order by survey_id nulls last, status`.execute(tx);
  return rows;
}

const formatTime = (time: RawBuilder<unknown>) =>
  sql`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS')`;

/**
 * Reads the posts in the order of their ids. Times are masked unless the reader may see them. Contacts and sources are read
 * as the scope says: with Manage Posts (API v3 §2.17, "CSV export layout"), in uploads only if chosen.
 */
export async function* readPostsToExport(
  tx: Tx,
  viewer: Viewer,
  filters: PostFilters,
  related: RelatedData,
  { reader, includesContacts, includesSources, ...selection }: ExportScope,
): AsyncGenerator<readonly PostToExport[]> {
  const isManager = canManagePosts(reader);
  const visibleTime = (name: 'created' | 'updated' | 'post_date') =>
    isManager
      ? sql.ref(`posts.${name}`)
      : sql`case when posts.user_id = ${reader.id} then ${sql.ref(`posts.${name}`)} else ${sql.ref(`posts.masked_${name}`)} end`;
  const columnIf = (isIncluded: boolean, column: RawBuilder<unknown>) => (isIncluded ? column : sql`null`);
  const query = sql<PostToExport>`
    select posts.id, posts.survey_id, posts.user_id, posts.status, posts.title, posts.content, posts.values,
      ${columnIf(includesSources, sql`posts.source`)} as source,
      ${formatTime(visibleTime('created'))} as created,
      ${formatTime(visibleTime('updated'))} as updated,
      ${formatTime(visibleTime('post_date'))} as post_date,
      ${columnIf(includesContacts, sql`posts.contact_id`)} as contact_id,
      ${columnIf(includesContacts, sql`(select contact from contacts where contacts.id = posts.contact_id)`)} as contact,
      ${columnIf(includesSources, sql`posts.data_source_message_id`)} as data_source_message_id,
      ${columnIf(
        !isManager || related.areas,
        sql`(
        select json_agg(json_build_object('attribute_id', attribute_id, 'masked_lat', masked_lat, 'masked_lon', masked_lon,
          'area_ids', area_ids, 'masked_area_ids', masked_area_ids) order by position)
        from post_places where post_places.post_id = posts.id)`,
      )} as places,
      ${columnIf(
        related.categories,
        sql`(
        select json_agg(json_build_object('attribute_id', attribute_id, 'category_id', category_id) order by category_id)
        from post_categories where post_categories.post_id = posts.id)`,
      )} as categories,
      ${columnIf(
        related.files,
        sql`(
        select json_object_agg(media.id, media.file)
        from post_media join media on media.id = post_media.media_id
        where post_media.post_id = posts.id)`,
      )} as files,
      ${columnIf(
        related.verification,
        sql`(
        select post_verifications.status from post_verifications
        where post_verifications.post_id = posts.id and is_current)`,
      )} as verification,
      ${columnIf(
        related.consent,
        sql`(
        select json_build_object('version', version, 'agreed', agreed, 'declined', declined, 'source', post_consents.source,
          'created', ${formatTime(sql`post_consents.created`)})
        from post_consents where post_consents.post_id = posts.id order by post_consents.id desc limit 1)`,
      )} as consent
    from (${await selectMatchingPosts(tx, viewer, filters, selection)}) as posts
    order by posts.id`;
  await disableStatementTimeout(tx);
  yield* streamRows(tx, query, { batchSize: 250 });
}
