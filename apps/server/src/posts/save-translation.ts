/** Writing translations: the same limits as those of posts, and the rights that changing the post needs. */
import { isDeepStrictEqual } from 'node:util';
import type { TranslationChange, TranslationInput } from '@waypost/contract/post-translations';
import type { Fault } from '@waypost/contract/problems';
import { wireFaults } from '@waypost/survey-logic/answer-faults';
import { checkAnswers, type RawValues } from '@waypost/survey-logic/check-answers';
import { normaliseValues } from '@waypost/survey-logic/normalise-values';
import type { Tx } from '../kernel/db.ts';
import { Faults, fault, notFound, translating } from '../kernel/problem.ts';
import type { Viewer } from '../kernel/viewer.ts';
import { shownFields } from '../surveys/surveys.public.ts';
import type { KnownPost } from './known-post.ts';
import { refuseWhileLocked } from './lock-post.ts';
import { managesPosts } from './posts.rules.ts';
import { postFor } from './read-posts.ts';
import { storedAnswers } from './shown-answers.ts';
import { slugFor } from './slug.ts';
import { isInWords } from './translations.rules.ts';
import {
  deleteTranslationRow,
  findTranslation,
  insertTranslation,
  isNameOfPost,
  type TranslationRow,
  updateTranslationRow,
} from './translations.sql.ts';
import { lockPost } from './write-posts.sql.ts';

const promises = {
  post_translations_locale_once: () => fault('posts', 'locale', 'taken'),
  post_translations_slug_once: () => fault('posts', 'slug', 'taken'),
};

/** A translation and the post that it is of. */
export interface KnownTranslation {
  known: KnownPost;
  row: TranslationRow;
}

interface Named {
  /** Of the post. */
  id: number;
  /** Its id or its language. */
  translationId: number | string;
}

async function rowOf(tx: Tx, { id, translationId }: Named): Promise<TranslationRow> {
  const row = await findTranslation(tx, id, translationId);
  if (!row) throw notFound('translations', translationId);
  return row;
}

/**
 * One translation of a post with which the viewer may do something.
 * @throws 404 when there is no such post or translation; 401 or 403 as for the post
 */
export async function translationFor(
  tx: Tx,
  viewer: Viewer,
  named: Named,
  privilege: 'read' | 'delete',
): Promise<KnownTranslation> {
  const known = await postFor(tx, viewer, named.id, privilege, 'refused');
  return { known, row: await rowOf(tx, named) };
}

/** Words that differ from the post's: what only repeats them goes on following the post. */
function wordsIn(
  viewer: Viewer,
  known: KnownPost,
  input: TranslationChange,
  kept: TranslationRow['values'],
): { values: Record<string, unknown[]>; faults: Fault[] } {
  if (input.values === undefined) return { values: kept, faults: [] };
  const { attributes } = shownFields(known.fields, managesPosts(viewer));
  const inWords = attributes.filter(isInWords);
  const others = new Set(attributes.filter((it) => !isInWords(it)).map((it) => it.key));
  const sent: RawValues = Object.fromEntries(
    Object.entries(input.values).filter(([key]) => !others.has(key)),
  );
  // Whatever is required is answered by the post.
  const survey = {
    ...known.fields,
    attributes: known.fields.attributes.map((it) => ({ ...it, required: false })),
  };
  const post = { title: null, content: null, values: sent, completed_stages: [], status: 'draft' } as const;
  const faults = wireFaults(checkAnswers(survey, post, { managesPosts: managesPosts(viewer) }));
  const shown = new Set(inWords.map((it) => it.key));
  const given = normaliseValues(inWords, sent);
  const translated = inWords
    .filter((it) => given[it.key] && !isDeepStrictEqual(given[it.key], storedAnswers(known, it)))
    .map((it) => [it.key, given[it.key] ?? []]);
  const hidden = Object.entries(kept).filter(([key]) => !shown.has(key));
  return { values: Object.fromEntries([...hidden, ...translated]), faults };
}

/** What is stored after a save; `before` is empty for a new translation. */
async function rowAfter(
  tx: Tx,
  viewer: Viewer,
  known: KnownPost,
  input: TranslationChange,
  before: Pick<TranslationRow, 'locale' | 'title' | 'content' | 'slug' | 'values'>,
) {
  const { post } = known;
  const after = (field: 'title' | 'content') => {
    const sent = input[field];
    return sent === undefined ? before[field] : sent === post[field] ? null : sent;
  };
  const locale = input.locale ?? before.locale;
  const title = after('title');
  const asked = input.slug === post.slug ? undefined : input.slug;
  const slug = asked ?? before.slug ?? slugFor(title ?? post.title);
  const { values, faults } = wordsIn(viewer, known, input, before.values);
  if (locale === post.locale) faults.push({ field: 'locale', rule: 'taken' });
  if (slug !== before.slug && (await isNameOfPost(tx, slug))) faults.push({ field: 'slug', rule: 'taken' });
  if (faults.length > 0) throw new Faults('posts', faults);
  return { locale, title, content: after('content'), slug, values };
}

/** Keeps the post from others until the transaction ends, so that languages are compared with what stays. */
async function postToTranslate(tx: Tx, viewer: Viewer, id: number): Promise<KnownPost> {
  if (!(await lockPost(tx, id))) throw notFound('posts', id);
  const known = await postFor(tx, viewer, id, 'update', 'refused');
  await refuseWhileLocked(tx, viewer, id);
  return known;
}

/**
 * Translates a post.
 * @throws 401 or 403 when the viewer may not change the post; Faults at `/locale` when it is in that language already
 */
export async function createTranslation(
  tx: Tx,
  viewer: Viewer,
  postId: number,
  input: TranslationInput,
): Promise<KnownTranslation> {
  const known = await postToTranslate(tx, viewer, postId);
  const none = { locale: '', title: null, content: null, slug: null, values: {} };
  const { values, ...row } = await rowAfter(tx, viewer, known, input, none);
  return {
    known,
    row: await translating(promises, () =>
      insertTranslation(tx, {
        ...row,
        values: JSON.stringify(values),
        parent_id: postId,
        user_id: viewer.id,
      }),
    ),
  };
}

/** Changes a translation; a save that changes nothing leaves no trace. */
export async function updateTranslation(
  tx: Tx,
  viewer: Viewer,
  named: Named,
  input: TranslationChange,
): Promise<KnownTranslation> {
  const known = await postToTranslate(tx, viewer, named.id);
  const before = await rowOf(tx, named);
  const after = await rowAfter(tx, viewer, known, input, before);
  if (isDeepStrictEqual({ ...before, ...after }, before)) return { known, row: before };
  const { values, ...row } = after;
  return {
    known,
    row: await translating(promises, () =>
      updateTranslationRow(tx, before.id, { ...row, values: JSON.stringify(values) }),
    ),
  };
}

/** @returns the translation as it was */
export async function deleteTranslation(tx: Tx, viewer: Viewer, named: Named): Promise<KnownTranslation> {
  const found = await translationFor(tx, viewer, named, 'delete');
  await refuseWhileLocked(tx, viewer, named.id);
  await deleteTranslationRow(tx, found.row.id);
  return found;
}
