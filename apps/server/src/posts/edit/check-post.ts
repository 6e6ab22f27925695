/** Validation of a post. All errors are collected, so that a form can show them at once (API v3 §2.1). */
import type { PostStatus } from '@waypost/contract/browse/post-filters';
import type { FieldError } from '@waypost/contract/common/problems';
import { answerErrorsToFieldErrors } from '@waypost/survey-logic/answer-errors';
import { type RawValues, validateAnswers } from '@waypost/survey-logic/validate-answers';
import type { Tx } from '../../kernel/db/database.ts';
import { ValidationError } from '../../kernel/http/problem.ts';
import type { Viewer } from '../../kernel/security/viewer.ts';
import type { MediaClaimant } from '../../media/media.public.ts';
import { readFeatures } from '../../settings/settings.public.ts';
import { type SurveyFields, type SurveyRow, visibleFields } from '../../surveys/surveys.public.ts';
import { findExistingRoleNames } from '../../users/users.public.ts';
import { resolveAnswers, type StoredAnswers } from '../answers/resolve-answers.ts';
import { canManagePosts, checkStatusChange } from '../posts.rules.ts';
import { countPublishedPosts } from './write-posts.sql.ts';

/** A post as it will be after the save. */
export interface PostAfterSave {
  title: string | null;
  content: string | null;
  status: PostStatus;
  published_to: readonly string[];
  completed_tasks: readonly number[];
  /** Answers that the viewer submitted or may see, including categories. */
  values: RawValues;
}

/** The stored post. */
export interface PostBeforeSave {
  status: PostStatus;
  published_to: readonly string[];
  values: RawValues;
}

/** What is needed to validate a post. */
export interface PostCheck {
  survey: SurveyRow | undefined;
  fields: SurveyFields;
  after: PostAfterSave;
  /** Undefined for a new post. */
  before: PostBeforeSave | undefined;
  /** Which parts were submitted. Errors in other parts do not prevent the save, for example a change of status. */
  submitted: { title: boolean; content: boolean; answers: boolean; tasks: boolean };
  claimant: MediaClaimant;
  /** Errors that the caller has found already. */
  faults: readonly FieldError[];
}

/** Checks that new roles in `published_to` exist. Stored ones may have been deleted since. */
async function checkRoles(tx: Tx, { after, before }: PostCheck): Promise<FieldError[]> {
  const newRoles = after.published_to.filter((role) => !before?.published_to.includes(role));
  const existing = await findExistingRoleNames(tx, newRoles);
  const unknown = newRoles.find((role) => !existing.has(role));
  return unknown === undefined ? [] : [{ field: 'published_to', rule: 'exists', params: { value: unknown } }];
}

async function checkStatus(
  tx: Tx,
  viewer: Viewer,
  { survey, after, before }: PostCheck,
): Promise<FieldError[]> {
  const rule = checkStatusChange(viewer, survey, before?.status, after.status);
  if (rule) return [{ field: 'status', rule }];
  if (after.status !== 'published' || before?.status === 'published') return [];
  const maxPublished = (await readFeatures(tx)).limits.posts;
  if (maxPublished === true || (await countPublishedPosts(tx)) < maxPublished) return [];
  return [{ field: 'status', rule: 'limitPosts' }];
}

function checkValues(viewer: Viewer, { fields, after, before, submitted }: PostCheck): FieldError[] {
  const post = { ...after, completed_stages: after.completed_tasks };
  const options = { canManagePosts: canManagePosts(viewer), storedValues: before?.values ?? {} };
  const faults = validateAnswers(fields, post, options);
  return answerErrorsToFieldErrors(
    faults.filter((it) => {
      if (it.field === 'title' || it.field === 'content') return submitted[it.field];
      if (it.field !== 'values' || submitted.answers) return true;
      return submitted.tasks && it.rule === 'taskAttributeRequired';
    }),
  );
}

/**
 * Validates a post before it is written.
 * @returns its answers as they are stored
 * @throws ValidationError with every error that was found
 */
export async function checkPost(tx: Tx, viewer: Viewer, check: PostCheck): Promise<StoredAnswers> {
  const valueFaults = checkValues(viewer, check);
  const canResolve = !valueFaults.some((it) => it.field === 'values');
  const { attributes } = visibleFields(check.fields, canManagePosts(viewer));
  const submitted = {
    values: check.after.values,
    before: check.before?.values ?? {},
    claimant: check.claimant,
  };
  const [resolved = { answers: { values: {}, categories: [], places: [], pictures: [] }, faults: [] }] =
    canResolve ? await resolveAnswers(tx, viewer, attributes, [submitted]) : [];
  const faults = [
    ...check.faults,
    ...valueFaults,
    ...resolved.faults,
    ...(await checkRoles(tx, check)),
    ...(await checkStatus(tx, viewer, check)),
  ];
  if (faults.length > 0) throw new ValidationError('posts', faults);
  return resolved.answers;
}
