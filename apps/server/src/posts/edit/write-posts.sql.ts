/** Writes posts. Callers that write a post or its places call `maskPosts` afterwards, in the same transaction. */
import { listFieldTypes } from '@waypost/contract/surveys/field-types';
import { sql, type Updateable } from 'kysely';
import type { Tx } from '../../kernel/db/database.ts';
import type { Tables } from '../../migrations/tables.ts';
import type { PostRow } from '../posts.sql.ts';
import type { ReplacedFields } from '../revisions/revisions.sql.ts';

/** A place that an answer names. */
export interface NewPlace {
  attribute_id: number;
  /** Index among the attribute's answers, from 0. */
  position: number;
  lat: number;
  lon: number;
}

/** A place, with what was decided about it when its post was anonymized (docs/decisions/0105). */
export interface StoredPlace extends NewPlace {
  /** Its coordinates are those that everyone sees. */
  is_masked: boolean;
  /** Everyone sees it, whatever the number of senders. */
  is_shown: boolean;
}

/** A category that an answer names. */
export interface NewCategory {
  attribute_id: number;
  category_id: number;
}

/** Reads the row and locks it until the end of the transaction. */
export const lockPostRow = (tx: Tx, id: number): Promise<PostRow | undefined> =>
  tx.selectFrom('posts').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/**
 * Reads rows and locks them until the end of the transaction, in the order of their ids, so that two such calls never wait for each
 * other. Ids without a post have no row.
 * @param strength `key share` only prevents that they are deleted
 */
export const lockPostRows = (
  tx: Tx,
  ids: readonly number[],
  strength: 'update' | 'key share',
): Promise<PostRow[]> => {
  const query = tx
    .selectFrom('posts')
    .selectAll()
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .orderBy('id');
  return (strength === 'update' ? query.forUpdate() : query.forKeyShare()).execute();
};

/** New status and survey of a post, its new revision, and what that replaces. */
export interface FieldChange {
  id: number;
  status: PostRow['status'];
  survey_id: number | null;
  revision: number;
  replaced: ReplacedFields;
}

/** Writes the status and survey of posts with a revision each. */
export async function writeFieldChanges(
  tx: Tx,
  userId: number | null,
  changes: readonly FieldChange[],
): Promise<void> {
  if (changes.length === 0) return;
  const rows = sql`json_to_recordset(${JSON.stringify(changes)}::json) as new (
    id bigint, status text, survey_id bigint, revision integer, replaced jsonb)`;
  await sql`
    update posts set status = new.status, survey_id = new.survey_id, revision = new.revision, updated = now()
    from ${rows} where posts.id = new.id`.execute(tx);
  await sql`
    insert into post_revisions (post_id, revision, user_id, replaced)
    select new.id, new.revision, ${userId}::bigint, new.replaced from ${rows}`.execute(tx);
}

/** Those of the slugs that stored posts have. */
export async function findTakenSlugs(tx: Tx, slugs: readonly string[]): Promise<Set<string>> {
  if (slugs.length === 0) return new Set();
  const rows = await tx
    .selectFrom('posts')
    .select('slug')
    .where('slug', '=', sql<string>`any(${slugs}::text[])`)
    .execute();
  return new Set(rows.flatMap((row) => row.slug ?? []));
}

/** Changes columns of a post and sets `updated`. */
export const updatePostRow = async (
  tx: Tx,
  id: number,
  change: Updateable<Tables['posts']>,
): Promise<void> => {
  await tx
    .updateTable('posts')
    .set({ ...change, updated: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
};

/** Deletes posts. @returns ids of the posts that existed */
export async function deletePostRows(tx: Tx, ids: readonly number[]): Promise<number[]> {
  const rows = await tx
    .deleteFrom('posts')
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

/** Deletes one post. */
export const deletePostRow = async (tx: Tx, id: number): Promise<void> => {
  await tx.deleteFrom('posts').where('id', '=', id).execute();
};

const pictureTypes = listFieldTypes(({ answerKind }) => answerKind === 'media');

/** Removes a picture that is about to be deleted from the answers that name it. */
export async function removePictureFromAnswers(tx: Tx, mediaId: number): Promise<void> {
  await sql`
    update posts set values = (
      select coalesce(jsonb_object_agg(kept.key, kept.answers), '{}')
      from (
        select answer.key, case when exists (
            select from attributes join tasks on tasks.id = attributes.task_id
            where tasks.survey_id = posts.survey_id and attributes.key = answer.key
              and attributes.type = any(${pictureTypes}::text[]))
          then (
            select jsonb_agg(one) from jsonb_array_elements(answer.value) as one
            where one #>> '{}' <> ${String(mediaId)})
          else answer.value end as answers
        from jsonb_each(posts.values) as answer
      ) as kept
      where kept.answers is not null)
    where id in (select post_id from post_media where media_id = ${mediaId})`.execute(tx);
}

/** Deletes the places and categories of a post. @returns the places */
export async function deletePlacesAndCategories(tx: Tx, id: number): Promise<StoredPlace[]> {
  const places = await tx
    .deleteFrom('post_places')
    .where('post_id', '=', id)
    .returning(['attribute_id', 'position', 'lat', 'lon', 'is_masked', 'is_shown'])
    .execute();
  await tx.deleteFrom('post_categories').where('post_id', '=', id).execute();
  return places;
}

/**
 * Inserts places of a post. Their masked coordinates are set by `maskPosts`.
 * @param before the places that they replace: those of an anonymized post that an edit does not move are shown as before
 */
export async function insertPostPlaces(
  tx: Tx,
  id: number,
  places: readonly NewPlace[],
  before: readonly StoredPlace[] = [],
): Promise<void> {
  if (places.length === 0) return;
  const findSame = (place: NewPlace) =>
    before.find(
      (it) => it.attribute_id === place.attribute_id && it.lat === place.lat && it.lon === place.lon,
    );
  await tx
    .insertInto('post_places')
    .values(
      places.map((place) => {
        const same = findSame(place);
        return {
          ...place,
          post_id: id,
          masked_lat: null,
          masked_lon: null,
          is_masked: same?.is_masked ?? false,
          is_shown: same?.is_shown ?? false,
        };
      }),
    )
    .execute();
}

/** Inserts categories of a post. */
export async function insertPostCategories(
  tx: Tx,
  id: number,
  categories: readonly NewCategory[],
): Promise<void> {
  if (categories.length === 0) return;
  await tx
    .insertInto('post_categories')
    .values(categories.map((category) => ({ ...category, post_id: id })))
    .execute();
}

/** Updates the masked (`masked_*`) columns of posts, which viewers without the right to the real ones see. */
export async function maskPosts(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`select mask_posts(${ids}::bigint[])`.execute(tx);
}

/**
 * Number of published posts. Holds an advisory lock until the end of the transaction, so that two requests cannot both
 * publish the last post that the limit allows.
 */
export async function countPublishedPosts(tx: Tx): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext('posts published'))`.execute(tx);
  const { count } = await tx
    .selectFrom('posts')
    .where('status', '=', 'published')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}
