/** Changes a post. Keys that are absent stay, and so does what the sender cannot see (API v3 §2.1, ruling 44). */

import type { PostInput } from '@waypost/contract/posts/posts';
import type { SuggestionKind } from '@waypost/contract/posts/suggestion-kinds';
import { fieldTypes } from '@waypost/contract/surveys/field-types';
import type { Answer } from '@waypost/survey-logic/parse-answer';
import type { RawValues } from '@waypost/survey-logic/validate-answers';
import type { Tx } from '../../kernel/db/database.ts';
import { readValidFields } from '../../kernel/http/invalid-input.ts';
import { notFound, ValidationError, validationError } from '../../kernel/http/problem.ts';
import type { Viewer } from '../../kernel/security/viewer.ts';
import { buildClaimant } from '../../media/media.public.ts';
import {
  type AttributeRow,
  lockSurveyRules,
  readSurvey,
  readSurveyFields,
  visibleFields,
} from '../../surveys/surveys.public.ts';
import { isOfferedCategory } from '../answers/offered-categories.ts';
import type { StoredAnswers } from '../answers/resolve-answers.ts';
import {
  includesAnswers,
  keyOfTags,
  submittedSurveyId,
  submittedValues,
} from '../answers/submitted-answers.ts';
import { checkPosts, type PostAfterSave } from '../check-posts.ts';
import { findRefusalReason, statusInSurvey } from '../consent/consent.rules.ts';
import { unpublishMergedPosts } from '../consent/post-consents.sql.ts';
import { releaseOwnLockOrThrow } from '../locks/lock-post.ts';
import { emptySurveyFields, type PostDetails } from '../post-details.ts';
import { canManagePosts } from '../posts.rules.ts';
import { readAuthorizedPost } from '../read-authorized-post.ts';
import { buildPostState, diffStates, toPostState } from '../revisions/post-state.ts';
import { insertRevision } from '../revisions/revisions.sql.ts';
import { hasTranslation } from '../translations/translations.sql.ts';
import { readStoredAnswers } from '../visibility/visible-answers.ts';
import { findEmptyBeforeDecision } from './find-empty-before-decision.ts';
import { recordDecision } from './record-decision.ts';
import { recordPublishedPersonalData } from './record-published-personal-data.ts';
import { resolveAuthorChange } from './resolve-author.ts';
import { replaceAnswers, translatePostConstraints } from './write-answers.ts';
import { lockPostRow, maskPosts, type NewCategory, updatePostRow } from './write-posts.sql.ts';

/** What a save records besides what it changes. */
interface SaveOptions {
  /** Number of the revision that is restored, if any. */
  restored?: number | null;
  /** `suggestion`: required answers may be missing. */
  origin?: 'person' | 'suggestion';
  /** Kind of the suggestion that is accepted, if any. */
  suggestion?: SuggestionKind | null;
  /** Takes the survey away again that a suggestion has set. */
  removesSurvey?: boolean;
  /** Hash of the address of callers who may have uploaded media without a token (`hashUploaderAddress`). */
  address?: Buffer | null;
}

/** The survey after the save. It cannot be changed, only set for a post that has none. */
async function resolveSurveyChange(
  tx: Tx,
  details: PostDetails,
  input: PostInput,
  removesSurvey: boolean,
): Promise<Pick<PostDetails, 'survey' | 'fields'>> {
  if (removesSurvey) return { survey: undefined, fields: emptySurveyFields };
  const submittedId = submittedSurveyId(input) ?? null;
  if (submittedId === null || submittedId === details.post.survey_id) return details;
  if (details.post.survey_id !== null) throw validationError('posts', 'form_id', 'immutable');
  await lockSurveyRules(tx, [submittedId]);
  const survey = await readSurvey(tx, submittedId);
  if (!survey) throw validationError('posts', 'form_id', 'exists', { value: submittedId });
  return { survey, fields: await readSurveyFields(tx, submittedId) };
}

const answersByKey = (details: PostDetails, attributes: readonly AttributeRow[]) =>
  Object.fromEntries(attributes.map((it) => [it.key, readStoredAnswers(details, it)]));

/**
 * Adds stored categories that are not offered, and so not shown, as answers where nothing else is submitted: a post that is sent back
 * as it was read still answers its required questions.
 */
function withUnofferedCategories(
  details: PostDetails,
  attributes: readonly AttributeRow[],
  values: RawValues,
): RawValues {
  const isUnanswered = (answers: unknown) =>
    answers === undefined || (Array.isArray(answers) && answers.length === 0);
  const keptAnswers = attributes
    .filter((it) => fieldTypes[it.type].storage === 'categories' && isUnanswered(values[it.key]))
    .map((it): [string, Answer[]] => [
      it.key,
      readStoredAnswers(details, it).filter((id) => !isOfferedCategory(it, Number(id))),
    ])
    .filter(([, answers]) => answers.length > 0);
  return { ...values, ...Object.fromEntries(keptAnswers) };
}

/** Ids of completed tasks after the save. Tasks that the sender cannot see keep their state. */
function mergeCompletedTasks(
  details: PostDetails,
  shownTasks: ReadonlySet<number>,
  submitted: PostInput['completed_stages'],
): number[] {
  if (submitted === undefined) return details.post.completed_tasks;
  const all = new Set(details.fields.tasks.map((task) => task.id));
  const isHidden = (id: number) => all.has(id) && !shownTasks.has(id);
  const hiddenCompleted = details.post.completed_tasks.filter(isHidden);
  return [...new Set([...hiddenCompleted, ...(submitted ?? []).filter((id) => !isHidden(id))])];
}

/** The new answers, and the stored ones that the sender cannot see: to hidden attributes, and categories that are not offered. */
function mergeHiddenAnswers(
  details: PostDetails,
  shown: readonly AttributeRow[],
  answers: StoredAnswers,
): StoredAnswers {
  const ids = new Set(shown.map((it) => it.id));
  const hidden = details.fields.attributes.filter((it) => !ids.has(it.id));
  const keys = new Set(hidden.map((it) => it.key));
  const isHidden = (it: { attribute_id: number }) =>
    hidden.some((attribute) => attribute.id === it.attribute_id);
  const values = Object.entries(details.post.values as StoredAnswers['values']).filter(([key]) =>
    keys.has(key),
  );
  const places = details.places.filter(isHidden);
  const isShownCategory = ({ attribute_id, category_id }: NewCategory) =>
    shown.some((it) => it.id === attribute_id && isOfferedCategory(it, category_id));
  const isSubmitted = ({ attribute_id, category_id }: NewCategory) =>
    answers.categories.some((it) => it.attribute_id === attribute_id && it.category_id === category_id);
  return {
    values: { ...Object.fromEntries(values), ...answers.values },
    categories: [
      ...details.categories
        .filter((it) => !isShownCategory(it) && !isSubmitted(it))
        .map(({ attribute_id, category_id }) => ({ attribute_id, category_id })),
      ...answers.categories,
    ],
    places: [
      ...places.map(({ attribute_id, position, lat, lon }) => ({ attribute_id, position, lat, lon })),
      ...answers.places,
    ],
    pictures: answers.pictures,
  };
}

/**
 * Changes a post and stores what was replaced as a revision. A save without changes stores nothing.
 * @throws Problem 404 when there is none, 401 or 403 when the viewer may not change it or its author; ValidationError for
 *   the rest
 */
export async function updatePost(
  tx: Tx,
  viewer: Viewer,
  id: number,
  input: PostInput,
  options: SaveOptions = {},
): Promise<void> {
  const { restored = null, suggestion = null, origin = 'person', address = null } = options;
  if (!(await lockPostRow(tx, id))) throw notFound('posts', id);
  const details = await readAuthorizedPost(tx, viewer, id, 'update');
  const { post } = details;
  const { author, faults } = resolveAuthorChange(viewer, details, readValidFields(input), restored !== null);
  await releaseOwnLockOrThrow(tx, viewer, id);
  if (input.based_on !== undefined && input.based_on !== post.revision)
    throw validationError('posts', 'based_on', 'postChanged');
  const { survey, fields } = await resolveSurveyChange(tx, details, input, options.removesSurvey ?? false);
  const shown = visibleFields(fields, canManagePosts(viewer));
  const shownTasks = new Set(shown.tasks.map((task) => task.id));
  const values = submittedValues(input, shown.attributes, answersByKey(details, shown.attributes));
  const after: PostAfterSave = {
    title: input.title === undefined ? post.title : input.title,
    content: input.content === undefined ? post.content : input.content,
    status:
      survey?.id === details.survey?.id
        ? (input.status ?? post.status)
        : statusInSurvey(survey, post, input.status ?? post.status),
    published_to: input.published_to === undefined ? post.published_to : (input.published_to ?? []),
    completed_tasks: mergeCompletedTasks(details, shownTasks, input.completed_stages),
    values: withUnofferedCategories(details, shown.attributes, values),
    tagsKey: keyOfTags(input, shown.attributes),
  };
  const before = {
    content: post.content,
    status: post.status,
    merged_into: post.merged_into,
    published_to: post.published_to,
    values: answersByKey(details, fields.attributes),
  };
  const submitted = {
    title: input.title !== undefined,
    content: input.content !== undefined,
    answers: includesAnswers(input),
    tasks: input.completed_stages !== undefined,
  };
  const claimant = buildClaimant(viewer, { claims: input.media_claims, address, postId: id });
  const newSlug = input.slug && input.slug !== post.slug ? input.slug : undefined;
  const check = {
    viewer,
    origin,
    survey,
    fields,
    after,
    before,
    newSlug,
    submitted,
    needsRequiredAnswers: before.status === 'draft' && after.status === 'published',
    optionalKeys:
      submitted.answers &&
      input.based_on !== undefined &&
      before.status !== 'draft' &&
      after.status === 'draft'
        ? await findEmptyBeforeDecision(tx, viewer, details)
        : undefined,
    claimant,
    consent: post,
    faults,
  } as const;
  const [checked] = await checkPosts(tx, [check]);
  if (!checked || checked.faults.length > 0) throw new ValidationError('posts', checked?.faults ?? []);
  const answers = mergeHiddenAnswers(details, shown.attributes, checked.answers);
  const row = {
    survey_id: survey?.id ?? null,
    user_id: author.user_id,
    author_realname: author.author_realname,
    author_email: author.author_email,
    status: after.status,
    title: after.title,
    content: after.content,
    published_to: [...new Set(after.published_to)],
    completed_tasks: [...after.completed_tasks],
    slug: input.slug ?? post.slug,
    locale: input.locale || post.locale,
    // Other senders only return the date as it was shown to them, possibly masked.
    post_date: (canManagePosts(viewer) && input.post_date) || post.post_date,
  };
  if (row.locale !== post.locale && (await hasTranslation(tx, id, row.locale)))
    throw validationError('posts', 'locale', 'taken');
  const stateBefore = toPostState(details);
  const { merged_into, agreed_uses, declined_uses } = post;
  const stateRow = { ...row, merged_into, agreed_uses, declined_uses };
  const stateAfter = submitted.answers
    ? buildPostState(stateRow, answers.values, answers.categories, fields.attributes)
    : { ...buildPostState(stateRow, {}, [], []), values: stateBefore.values };
  const replaced = diffStates(stateBefore, stateAfter);
  if (!replaced) return;
  const revision = post.revision + 1;
  await translatePostConstraints(() =>
    updatePostRow(tx, id, {
      ...row,
      revision,
      ...(submitted.answers ? { values: JSON.stringify(answers.values) } : {}),
    }),
  );
  if (survey?.id !== details.survey?.id && findRefusalReason(survey, post, 'publish'))
    await unpublishMergedPosts(tx, [id]);
  await insertRevision(tx, id, { revision, user_id: viewer.id, replaced, restored, suggestion });
  if (submitted.answers) await replaceAnswers(tx, id, answers);
  else await maskPosts(tx, [id]);
  if (after.status !== before.status && canManagePosts(viewer))
    await recordDecision(tx, viewer, id, { from: before.status, to: after.status, revision });
  if (after.status === 'published' && before.status !== 'published')
    await recordPublishedPersonalData(tx, viewer, { id, post: after, fields });
}
