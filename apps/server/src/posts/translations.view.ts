/** Translations as they leave the server: the post as the viewer is shown it, in other words. */
import type { Paging } from '@waypost/contract/envelope';
import type { Translation } from '@waypost/contract/post-translations';
import type { PostValues } from '@waypost/contract/posts';
import type { Tx } from '../kernel/db.ts';
import type { PageOf } from '../kernel/paging.ts';
import type { Viewer } from '../kernel/viewer.ts';
import { type Addresses, wireDate } from '../kernel/wire.ts';
import { readNames } from '../people/people.public.ts';
import type { KnownPost } from './known-post.ts';
import { seesInFull } from './posts.rules.ts';
import { viewAuthor, viewPost } from './posts.view.ts';
import { isInWords } from './translations.rules.ts';
import { readTranslations, type TranslationRow } from './translations.sql.ts';

/** Translated answers to what the viewer is shown an answer to: whatever is hidden of the post is hidden of it. */
function laidOver(shown: PostValues, { fields }: KnownPost, values: TranslationRow['values']): PostValues {
  if (Array.isArray(shown)) return shown;
  const translated = new Map(Object.entries(values as Record<string, string[]>));
  const inWords = new Set(fields.attributes.filter(isInWords).map((it) => it.key));
  return Object.fromEntries(
    Object.entries(shown).map(([key, answers]) => [
      key,
      (inWords.has(key) ? translated.get(key) : undefined) ?? answers,
    ]),
  );
}

const dayOf = (date: Date): Date => new Date(date.toISOString().slice(0, 10));

/** @param realname of who translated */
export function viewTranslation(
  viewer: Viewer,
  addresses: Addresses,
  known: KnownPost,
  row: TranslationRow,
  realname: string | null,
): Translation {
  const { post, survey } = known;
  const {
    id: _id,
    url: _url,
    parent: _parent,
    parent_id: _none,
    user: _user,
    user_id: _nobody,
    ...whole
  } = viewPost(viewer, addresses, known);
  const { revision: _revision, ...shown } = whole;
  const inFull = seesInFull(viewer, post);
  const date = (it: Date) => wireDate(inFull || survey?.hide_time === false ? it : dayOf(it));
  const userId = inFull || survey?.hide_author === false ? row.user_id : null;
  return {
    id: row.id,
    url: addresses.entity(`posts/${post.id}/translations`, row.id),
    parent: addresses.relation('posts', post.id),
    ...viewAuthor(addresses, userId, realname),
    ...shown,
    type: 'translation',
    title: row.title ?? shown.title,
    slug: row.slug,
    content: row.content ?? shown.content,
    created: date(row.created),
    updated: row.updated && date(row.updated),
    locale: row.locale,
    values: laidOver(shown.values, known, row.values),
    sets: [],
  };
}

/** A page of a post's translations. Whether the viewer may read the post is for the caller to have asked. */
export async function translationsOf(
  tx: Tx,
  viewer: Viewer,
  addresses: Addresses,
  known: KnownPost,
  asked: Paging & Parameters<typeof readTranslations>[2] = {},
): Promise<PageOf<Translation>> {
  const { results, total } = await readTranslations(tx, known.post.id, asked);
  return { results: await viewTranslations(tx, viewer, addresses, known, results), total };
}

/** With the names of those who translated. */
export async function viewTranslations(
  tx: Tx,
  viewer: Viewer,
  addresses: Addresses,
  known: KnownPost,
  rows: readonly TranslationRow[],
): Promise<Translation[]> {
  const names = await readNames(tx, [...new Set(rows.flatMap((row) => row.user_id ?? []))]);
  return rows.map((row) =>
    viewTranslation(
      viewer,
      addresses,
      known,
      row,
      (row.user_id === null ? null : names.get(row.user_id)) ?? null,
    ),
  );
}
