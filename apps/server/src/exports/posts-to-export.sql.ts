/** The posts of an export: which they are, and reading them one after another without ever holding them all. */
import type { PostFilters, PostStatus } from '@waypost/contract/browse/post-filters';
import { type RawBuilder, sql } from 'kysely';
import { matching } from '../browse/browse.public.ts';
import { disableStatementTimeout, streamRows, type Tx } from '../kernel/db/database.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import type { PostRow } from '../posts/posts.public.ts';
import { isPublic, managesPosts } from '../posts/posts.public.ts';
import type { ExportScope } from './export-scope.rules.ts';

/** A post as its exporter may know it, but for the answers: `readVisibleAnswers` decides about those. */
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
  places: { attribute_id: number; shown_lat: number | null; shown_lon: number | null }[] | null;
  categories: { attribute_id: number; category_id: number }[] | null;
  /** Files by picture. */
  files: Record<string, string> | null;
}

/** What is looked up beside the posts themselves, where a survey asks for such. */
export interface RelatedData {
  categories: boolean;
  files: boolean;
}

const noPosts = sql`select * from posts where false`;

async function selectMatchingPosts(
  tx: Tx,
  viewer: Viewer,
  filters: PostFilters,
  publicOnly: boolean,
): Promise<RawBuilder<unknown>> {
  const { parts } = await matching(tx, viewer, filters);
  const further = publicOnly ? sql` and ${isPublic}` : sql``;
  const selects = parts.map(({ onPosts: posts }) => sql`select * from posts where ${posts}${further}`);
  return sql.join(selects.length > 0 ? selects : [noPosts], sql` union all `);
}

/** How many posts there are of which survey; null stands for posts without one. */
export async function countBySurvey(
  tx: Tx,
  viewer: Viewer,
  filters: PostFilters,
  isPublicOnly: boolean,
): Promise<Map<number | null, number>> {
  await disableStatementTimeout(tx);
  const { rows } = await sql<{ survey_id: number | null; count: number }>`
    select survey_id, count(*) as count from (${await selectMatchingPosts(tx, viewer, filters, isPublicOnly)}) as posts
    group by survey_id`.execute(tx);
  return new Map(rows.map((row) => [row.survey_id, row.count]));
}

/** How many posts there are of which survey and status. */
export async function countByStatus(
  tx: Tx,
  viewer: Viewer,
  filters: PostFilters,
  isPublicOnly: boolean,
): Promise<{ survey_id: number | null; status: PostStatus; count: number }[]> {
  await disableStatementTimeout(tx);
  const { rows } = await sql<{ survey_id: number | null; status: PostStatus; count: number }>`
    select survey_id, status, count(*) as count from (${await selectMatchingPosts(tx, viewer, filters, isPublicOnly)}) as posts
    group by survey_id, status order by survey_id nulls last, status`.execute(tx);
  return rows;
}

const formatTime = (time: RawBuilder<unknown>) =>
  sql`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS')`;

/**
 * Reads the posts in the order of their ids. Times are masked for a reader who may not know them; contacts and the sources'
 * own numbers are for Manage Posts (API v3 §2.17, "CSV export layout"), and in uploads for those who chose them.
 */
export async function* readPostsToExport(
  tx: Tx,
  viewer: Viewer,
  filters: PostFilters,
  related: RelatedData,
  { reader, isPublicOnly: publicOnly, includesContacts: contacts, includesSources: sources }: ExportScope,
): AsyncGenerator<readonly PostToExport[]> {
  const manages = managesPosts(reader);
  const shown = (name: 'created' | 'updated' | 'post_date') =>
    manages
      ? sql.ref(`posts.${name}`)
      : sql`case when posts.user_id = ${reader.id} then ${sql.ref(`posts.${name}`)} else ${sql.ref(`posts.shown_${name}`)} end`;
  const when = (isAsked: boolean, column: RawBuilder<unknown>) => (isAsked ? column : sql`null`);
  const query = sql<PostToExport>`
    select posts.id, posts.survey_id, posts.user_id, posts.status, posts.title, posts.content, posts.values,
      ${when(sources, sql`posts.source`)} as source,
      ${formatTime(shown('created'))} as created,
      ${formatTime(shown('updated'))} as updated,
      ${formatTime(shown('post_date'))} as post_date,
      ${when(contacts, sql`posts.contact_id`)} as contact_id,
      ${when(contacts, sql`(select contact from contacts where contacts.id = posts.contact_id)`)} as contact,
      ${when(sources, sql`posts.data_source_message_id`)} as data_source_message_id,
      ${when(
        !manages,
        sql`(
        select json_agg(json_build_object('attribute_id', attribute_id, 'shown_lat', shown_lat, 'shown_lon', shown_lon)
          order by position)
        from post_places where post_places.post_id = posts.id)`,
      )} as places,
      ${when(
        related.categories,
        sql`(
        select json_agg(json_build_object('attribute_id', attribute_id, 'category_id', category_id) order by category_id)
        from post_categories where post_categories.post_id = posts.id)`,
      )} as categories,
      ${when(
        related.files,
        sql`(
        select json_object_agg(media.id, media.file)
        from post_media join media on media.id = post_media.media_id
        where post_media.post_id = posts.id)`,
      )} as files
    from (${await selectMatchingPosts(tx, viewer, filters, publicOnly)}) as posts
    order by posts.id`;
  await disableStatementTimeout(tx);
  yield* streamRows(tx, query, { batchSize: 100 });
}
