/** Writing translations: the same limits as those of posts, and the rights that changing the post needs. */
import { isDeepStrictEqual } from 'node:util';
import type { FieldError } from '@waypost/contract/common/problems';
import type { TranslationChange, TranslationInput } from '@waypost/contract/posts/post-translations';
import { answerErrorsToFieldErrors } from '@waypost/survey-logic/answer-errors';
import { normaliseValues } from '@waypost/survey-logic/normalise-values';
import { type RawValues, validateAnswers } from '@waypost/survey-logic/validate-answers';
import type { Tx } from '../../kernel/db/database.ts';
import {
  mapConstraintErrors,
  notFound,
  ValidationError,
  validationError,
} from '../../kernel/http/problem.ts';
import type { Viewer } from '../../kernel/security/viewer.ts';
import { shownFields } from '../../surveys/surveys.public.ts';
import { createSlug } from '../create/slug.ts';
import { lockPostRow } from '../edit/write-posts.sql.ts';
import { assertNotLocked } from '../locks/lock-post.ts';
import type { PostDetails } from '../post-details.ts';
import { canManagePosts } from '../posts.rules.ts';
import { readAuthorizedPost } from '../read-authorized-post.ts';
import { readStoredAnswers } from '../visibility/visible-answers.ts';
import { isTranslatable } from './translations.rules.ts';
import {
  deleteTranslationRow,
  findTranslation,
  insertTranslation,
  isSlugOfPost,
  type TranslationRow,
  updateTranslationRow,
} from './translations.sql.ts';

const constraintFaults = {
  post_translations_locale_once: () => validationError('posts', 'locale', 'taken'),
  post_translations_slug_once: () => validationError('posts', 'slug', 'taken'),
};

/** A translation and the post that it is of. */
export interface TranslationWithPost {
  details: PostDetails;
  row: TranslationRow;
}

interface TranslationRef {
  /** Of the post. */
  id: number;
  /** Its id or its language. */
  translationId: number | string;
}

async function requireTranslationRow(tx: Tx, { id, translationId }: TranslationRef): Promise<TranslationRow> {
  const row = await findTranslation(tx, id, translationId);
  if (!row) throw notFound('translations', translationId);
  return row;
}

/**
 * One translation of a post with which the viewer may do something.
 * @throws 404 when there is no such post or translation; 401 or 403 as for the post
 */
export async function readAuthorizedTranslation(
  tx: Tx,
  viewer: Viewer,
  ref: TranslationRef,
  privilege: 'read' | 'delete',
): Promise<TranslationWithPost> {
  const details = await readAuthorizedPost(tx, viewer, ref.id, privilege, 'refused');
  return { details, row: await requireTranslationRow(tx, ref) };
}

/** Words that differ from the post's: what only repeats them goes on following the post. */
function translatedValues(
  viewer: Viewer,
  details: PostDetails,
  input: TranslationChange,
  kept: TranslationRow['values'],
): { values: Record<string, unknown[]>; faults: FieldError[] } {
  if (input.values === undefined) return { values: kept, faults: [] };
  const { attributes } = shownFields(details.fields, canManagePosts(viewer));
  const inWords = attributes.filter(isTranslatable);
  const others = new Set(attributes.filter((it) => !isTranslatable(it)).map((it) => it.key));
  const sent: RawValues = Object.fromEntries(
    Object.entries(input.values).filter(([key]) => !others.has(key)),
  );
  // Whatever is required is answered by the post.
  const survey = {
    ...details.fields,
    attributes: details.fields.attributes.map((it) => ({ ...it, required: false })),
  };
  const post = { title: null, content: null, values: sent, completed_stages: [], status: 'draft' } as const;
  const faults = answerErrorsToFieldErrors(
    validateAnswers(survey, post, { canManagePosts: canManagePosts(viewer) }),
  );
  const shown = new Set(inWords.map((it) => it.key));
  const given = normaliseValues(inWords, sent);
  const translated = inWords
    .filter((it) => given[it.key] && !isDeepStrictEqual(given[it.key], readStoredAnswers(details, it)))
    .map((it) => [it.key, given[it.key] ?? []]);
  const hidden = Object.entries(kept).filter(([key]) => !shown.has(key));
  return { values: Object.fromEntries([...hidden, ...translated]), faults };
}

/** What is stored after a save; `before` is empty for a new translation. */
async function buildTranslationRow(
  tx: Tx,
  viewer: Viewer,
  details: PostDetails,
  input: TranslationChange,
  before: Pick<TranslationRow, 'locale' | 'title' | 'content' | 'slug' | 'values'>,
) {
  const { post } = details;
  const after = (field: 'title' | 'content') => {
    const sent = input[field];
    return sent === undefined ? before[field] : sent === post[field] ? null : sent;
  };
  const locale = input.locale ?? before.locale;
  const title = after('title');
  const asked = input.slug === post.slug ? undefined : input.slug;
  const slug = asked ?? before.slug ?? createSlug(title ?? post.title);
  const { values, faults } = translatedValues(viewer, details, input, before.values);
  if (locale === post.locale) faults.push({ field: 'locale', rule: 'taken' });
  if (slug !== before.slug && (await isSlugOfPost(tx, slug))) faults.push({ field: 'slug', rule: 'taken' });
  if (faults.length > 0) throw new ValidationError('posts', faults);
  return { locale, title, content: after('content'), slug, values };
}

/** Keeps the post from others until the transaction ends, so that languages are compared with what stays. */
async function lockPostForTranslation(tx: Tx, viewer: Viewer, id: number): Promise<PostDetails> {
  if (!(await lockPostRow(tx, id))) throw notFound('posts', id);
  const details = await readAuthorizedPost(tx, viewer, id, 'update', 'refused');
  await assertNotLocked(tx, viewer, id);
  return details;
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
): Promise<TranslationWithPost> {
  const details = await lockPostForTranslation(tx, viewer, postId);
  const none = { locale: '', title: null, content: null, slug: null, values: {} };
  const { values, ...row } = await buildTranslationRow(tx, viewer, details, input, none);
  return {
    details,
    row: await mapConstraintErrors(constraintFaults, () =>
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
  ref: TranslationRef,
  input: TranslationChange,
): Promise<TranslationWithPost> {
  const details = await lockPostForTranslation(tx, viewer, ref.id);
  const before = await requireTranslationRow(tx, ref);
  const after = await buildTranslationRow(tx, viewer, details, input, before);
  if (isDeepStrictEqual({ ...before, ...after }, before)) return { details, row: before };
  const { values, ...row } = after;
  return {
    details,
    row: await mapConstraintErrors(constraintFaults, () =>
      updateTranslationRow(tx, before.id, { ...row, values: JSON.stringify(values) }),
    ),
  };
}

/** @returns the translation as it was */
export async function deleteTranslation(
  tx: Tx,
  viewer: Viewer,
  ref: TranslationRef,
): Promise<TranslationWithPost> {
  const found = await readAuthorizedTranslation(tx, viewer, ref, 'delete');
  await assertNotLocked(tx, viewer, ref.id);
  await deleteTranslationRow(tx, found.row.id);
  return found;
}
