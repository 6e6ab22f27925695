/** Writes translations, with the same limits and rights as for changing the post. */
import { isDeepStrictEqual } from 'node:util';
import type { FieldError } from '@waypost/contract/common/problems';
import type { TranslationChange, TranslationInput } from '@waypost/contract/posts/post-translations';
import { answerErrorsToFieldErrors } from '@waypost/survey-logic/answer-errors';
import { normaliseValues } from '@waypost/survey-logic/normalise-values';
import {
  type RawValues,
  validateAnswers,
  validateContentLength,
} from '@waypost/survey-logic/validate-answers';
import type { Tx } from '../../kernel/db/database.ts';
import {
  mapConstraintErrors,
  notFound,
  ValidationError,
  validationError,
} from '../../kernel/http/problem.ts';
import type { Viewer } from '../../kernel/security/viewer.ts';
import { visibleFields } from '../../surveys/surveys.public.ts';
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

const constraintErrors = {
  post_translations_locale_unique: () => validationError('posts', 'locale', 'taken'),
  post_translations_slug_unique: () => validationError('posts', 'slug', 'taken'),
};

/** A translation and its post. */
export interface TranslationWithPost {
  details: PostDetails;
  row: TranslationRow;
}

interface TranslationRef {
  /** Id of the post. */
  id: number;
  /** Id or locale of the translation. */
  translationId: number | string;
}

async function requireTranslationRow(tx: Tx, { id, translationId }: TranslationRef): Promise<TranslationRow> {
  const row = await findTranslation(tx, id, translationId);
  if (!row) throw notFound('translations', translationId);
  return row;
}

/**
 * Reads a translation of a post that the viewer has a privilege on.
 * @throws Problem 404 when there is no such post or translation; 401 or 403 as for the post
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

/**
 * Translated answers that differ from those of the post. Equal ones are not stored, so that they follow the post.
 * @param stored the stored translation, for answers that the request does not change
 */
function translatedValues(
  viewer: Viewer,
  details: PostDetails,
  input: TranslationChange,
  stored: TranslationRow['values'],
): { values: Record<string, unknown[]>; faults: FieldError[] } {
  if (input.values === undefined) return { values: stored, faults: [] };
  const { attributes } = visibleFields(details.fields, canManagePosts(viewer));
  const translatable = attributes.filter(isTranslatable);
  const otherKeys = new Set(attributes.filter((it) => !isTranslatable(it)).map((it) => it.key));
  const submitted: RawValues = Object.fromEntries(
    Object.entries(input.values).filter(([key]) => !otherKeys.has(key)),
  );
  // A translation may leave out required answers: the post has them.
  const survey = {
    ...details.fields,
    attributes: details.fields.attributes.map((it) => ({ ...it, required: false })),
  };
  const post = {
    title: null,
    content: null,
    values: submitted,
    completed_stages: [],
    status: 'draft',
  } as const;
  // Whole posts are sent back: texts may be as long as those of the post or of the stored translation.
  const storedValues = Object.fromEntries(
    translatable.map((it) => [it.key, [...readStoredAnswers(details, it), ...(stored[it.key] ?? [])]]),
  );
  const faults = answerErrorsToFieldErrors(
    validateAnswers(survey, post, { canManagePosts: canManagePosts(viewer), storedValues }),
  );
  const translatableKeys = new Set(translatable.map((it) => it.key));
  const normalised = normaliseValues(translatable, submitted);
  const translated = translatable
    .filter(({ key }) => normalised[key])
    .filter((it) => !isDeepStrictEqual(normalised[it.key], readStoredAnswers(details, it)))
    .map(({ key }) => [key, normalised[key] ?? []]);
  const hidden = Object.entries(stored).filter(([key]) => !translatableKeys.has(key));
  return { values: Object.fromEntries([...hidden, ...translated]), faults };
}

/** The row after a save; `before` is empty for a new translation. */
async function buildTranslationRow(
  tx: Tx,
  viewer: Viewer,
  details: PostDetails,
  input: TranslationChange,
  before: Pick<TranslationRow, 'locale' | 'title' | 'content' | 'slug' | 'values'>,
) {
  const { post } = details;
  const after = (field: 'title' | 'content') => {
    const submitted = input[field];
    return submitted === undefined ? before[field] : submitted === post[field] ? null : submitted;
  };
  const locale = input.locale ?? before.locale;
  const title = after('title');
  const submittedSlug = input.slug === post.slug ? undefined : input.slug;
  const slug = submittedSlug ?? before.slug ?? createSlug(title ?? post.title);
  const { values, faults } = translatedValues(viewer, details, input, before.values);
  const content = after('content');
  const longestContent = (before.content ?? '').length > (post.content ?? '').length ? before : post;
  faults.push(...answerErrorsToFieldErrors(validateContentLength(content, longestContent.content)));
  if (locale === post.locale) faults.push({ field: 'locale', rule: 'taken' });
  if (slug !== before.slug && (await isSlugOfPost(tx, slug))) faults.push({ field: 'slug', rule: 'taken' });
  if (faults.length > 0) throw new ValidationError('posts', faults);
  return { locale, title, content, slug, values };
}

/** Locks the row of the post until the end of the transaction, so that its locale does not change meanwhile. */
async function lockPostForTranslation(tx: Tx, viewer: Viewer, id: number): Promise<PostDetails> {
  if (!(await lockPostRow(tx, id))) throw notFound('posts', id);
  const details = await readAuthorizedPost(tx, viewer, id, 'update', 'refused');
  await assertNotLocked(tx, viewer, id);
  return details;
}

/**
 * Creates a translation.
 * @throws Problem 401 or 403 when the viewer may not change the post; ValidationError at `/locale` when the post has that
 *   language already
 */
export async function createTranslation(
  tx: Tx,
  viewer: Viewer,
  postId: number,
  input: TranslationInput,
): Promise<TranslationWithPost> {
  const details = await lockPostForTranslation(tx, viewer, postId);
  const empty = { locale: '', title: null, content: null, slug: null, values: {} };
  const { values, ...row } = await buildTranslationRow(tx, viewer, details, input, empty);
  return {
    details,
    row: await mapConstraintErrors(constraintErrors, () =>
      insertTranslation(tx, {
        ...row,
        values: JSON.stringify(values),
        parent_id: postId,
        user_id: viewer.id,
      }),
    ),
  };
}

/** Changes a translation. A save without changes stores nothing. */
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
    row: await mapConstraintErrors(constraintErrors, () =>
      updateTranslationRow(tx, before.id, { ...row, values: JSON.stringify(values) }),
    ),
  };
}

/** Deletes a translation. @returns the translation before it was deleted */
export async function deleteTranslation(
  tx: Tx,
  viewer: Viewer,
  ref: TranslationRef,
): Promise<TranslationWithPost> {
  const translation = await readAuthorizedTranslation(tx, viewer, ref, 'delete');
  await assertNotLocked(tx, viewer, ref.id);
  await deleteTranslationRow(tx, translation.row.id);
  return translation;
}
