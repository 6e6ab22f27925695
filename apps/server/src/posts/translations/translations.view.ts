/** Translations in the format of API v3: the post as the viewer sees it, with translated texts. */
import type { Paging } from '@waypost/contract/common/list-envelope';
import type { Translation } from '@waypost/contract/posts/post-translations';
import type { PostValues } from '@waypost/contract/posts/posts';
import type { Tx } from '../../kernel/db/database.ts';
import type { Page } from '../../kernel/db/paging.ts';
import { toApiDate, type UrlBuilder } from '../../kernel/http/api-format.ts';
import type { Viewer } from '../../kernel/security/viewer.ts';
import { findUserNames } from '../../users/users.public.ts';
import type { PostDetails } from '../post-details.ts';
import { canSeeHiddenAuthor, canSeeUnmasked } from '../posts.rules.ts';
import { viewAuthor, viewPost } from '../posts.view.ts';
import { isTranslatable } from './translations.rules.ts';
import { readTranslations, type TranslationRow } from './translations.sql.ts';

/** Replaces visible answers with translated ones. Answers hidden in the post stay hidden in the translation. */
function overlayTranslation(
  shown: PostValues,
  { fields }: PostDetails,
  values: TranslationRow['values'],
): PostValues {
  if (Array.isArray(shown)) return shown;
  const translated = new Map(Object.entries(values as Record<string, string[]>));
  const translatableKeys = new Set(fields.attributes.filter(isTranslatable).map((it) => it.key));
  return Object.fromEntries(
    Object.entries(shown).map(([key, answers]) => [
      key,
      (translatableKeys.has(key) ? translated.get(key) : undefined) ?? answers,
    ]),
  );
}

const truncateToDay = (date: Date): Date => new Date(date.toISOString().slice(0, 10));

/** A translation as the viewer may see it. @param realname name of the translator */
export function viewTranslation(
  viewer: Viewer,
  urls: UrlBuilder,
  details: PostDetails,
  row: TranslationRow,
  realname: string | null,
): Translation {
  const { post, survey } = details;
  const {
    id: _id,
    url: _url,
    parent: _parent,
    parent_id: _none,
    user: _user,
    user_id: _nobody,
    ...postFields
  } = viewPost(viewer, urls, details);
  const { revision: _revision, ...shown } = postFields;
  const isUnmasked = canSeeUnmasked(viewer, post);
  // Visitors do not learn who translated either: most often it is the author.
  const isTranslatedByAuthor = !isUnmasked || row.user_id === post.user_id;
  const date = (it: Date) => toApiDate(isUnmasked || survey?.hide_time === false ? it : truncateToDay(it));
  const userId =
    canSeeHiddenAuthor(viewer, post) || survey?.hide_author === false || !isTranslatedByAuthor
      ? row.user_id
      : null;
  return {
    id: row.id,
    url: urls.entity(`posts/${post.id}/translations`, row.id),
    parent: urls.relation('posts', post.id),
    ...viewAuthor(urls, userId, realname),
    ...shown,
    type: 'translation',
    title: row.title ?? shown.title,
    slug: row.slug,
    content: row.content ?? shown.content,
    created: date(row.created),
    updated: row.updated && date(row.updated),
    locale: row.locale,
    values: overlayTranslation(shown.values, details, row.values),
    sets: [],
  };
}

/** A page of a post's translations. The caller has checked that the viewer may read the post. */
export async function readTranslationPage(
  tx: Tx,
  viewer: Viewer,
  urls: UrlBuilder,
  details: PostDetails,
  paging: Paging & Parameters<typeof readTranslations>[2] = {},
): Promise<Page<Translation>> {
  const { results, total } = await readTranslations(tx, details.post.id, paging);
  return { results: await viewTranslations(tx, viewer, urls, details, results), total };
}

/** Translations with the names of their translators. */
export async function viewTranslations(
  tx: Tx,
  viewer: Viewer,
  urls: UrlBuilder,
  details: PostDetails,
  rows: readonly TranslationRow[],
): Promise<Translation[]> {
  const names = await findUserNames(
    tx,
    rows.map((row) => row.user_id),
  );
  return rows.map((row) =>
    viewTranslation(
      viewer,
      urls,
      details,
      row,
      (row.user_id === null ? null : names.get(row.user_id)) ?? null,
    ),
  );
}
