/** Queries about translations of posts. */
import type { Paging } from '@waypost/contract/common/list-envelope';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Tx } from '../../kernel/db/database.ts';
import { type Page, readPage } from '../../kernel/db/paging.ts';
import { notFound } from '../../kernel/http/problem.ts';
import type { Tables } from '../../migrations/tables.ts';

type Translations = Tables['post_translations'];
export type TranslationRow = Selectable<Translations>;

const sortColumns = ['id', 'locale', 'created', 'updated'] as const;
type SortColumn = (typeof sortColumns)[number];

/** A page of translations of a post, by id unless another order is requested. */
export const readTranslations = (
  tx: Tx,
  parentId: number,
  { orderby = 'id', order = 'asc', ...window }: Paging & { orderby?: SortColumn | undefined },
): Promise<Page<TranslationRow>> =>
  readPage(
    tx
      .selectFrom('post_translations')
      .selectAll()
      .where('parent_id', '=', parentId)
      .orderBy(orderby, (it) => (order === 'asc' ? it.asc().nullsFirst() : it.desc().nullsLast()))
      .orderBy('id', order),
    window,
  );

/** Finds a translation of a post. @param idOrLocale id, or else locale */
export const findTranslation = (
  tx: Tx,
  parentId: number,
  idOrLocale: number | string,
): Promise<TranslationRow | undefined> =>
  tx
    .selectFrom('post_translations')
    .selectAll()
    .where('parent_id', '=', parentId)
    .where((eb) =>
      eb.or([eb('locale', '=', String(idOrLocale)), eb(sql<string>`id::text`, '=', String(idOrLocale))]),
    )
    .orderBy(sql`id::text = ${String(idOrLocale)}`, 'desc')
    .executeTakeFirst();

/** Whether a post has a translation into this locale. */
export const hasTranslation = async (tx: Tx, parentId: number, locale: string): Promise<boolean> =>
  (await tx
    .selectFrom('post_translations')
    .select('id')
    .where('parent_id', '=', parentId)
    .where('locale', '=', locale)
    .executeTakeFirst()) !== undefined;

/** Inserts a translation. */
export const insertTranslation = async (tx: Tx, row: Insertable<Translations>): Promise<TranslationRow> =>
  tx.insertInto('post_translations').values(row).returningAll().executeTakeFirstOrThrow();

/** Changes a translation and sets `updated`. @throws Problem 404 when it is gone */
export const updateTranslationRow = async (
  tx: Tx,
  id: number,
  row: Updateable<Translations>,
): Promise<TranslationRow> =>
  tx
    .updateTable('post_translations')
    .set({ ...row, updated: sql`now()` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow(() => notFound('translations', id));

/** Deletes a translation. */
export const deleteTranslationRow = async (tx: Tx, id: number): Promise<void> => {
  await tx.deleteFrom('post_translations').where('id', '=', id).execute();
};

/** Whether a post has this slug. */
export const isSlugOfPost = async (tx: Tx, slug: string): Promise<boolean> =>
  (await tx.selectFrom('posts').select('id').where('slug', '=', slug).executeTakeFirst()) !== undefined;
