/** Everything that keeps a post from being saved, collected so that a form hears of it at once (wire 2.1). */
import type { PostStatus } from '@waypost/contract/browse/post-filters';
import type { FieldError } from '@waypost/contract/common/problems';
import { answerErrorsToFieldErrors } from '@waypost/survey-logic/answer-errors';
import { type RawValues, validateAnswers } from '@waypost/survey-logic/validate-answers';
import type { Tx } from '../../kernel/db/database.ts';
import { ValidationError } from '../../kernel/http/problem.ts';
import type { Viewer } from '../../kernel/security/viewer.ts';
import type { MediaClaimant } from '../../media/media.public.ts';
import { readFeatures } from '../../settings/settings.public.ts';
import { type SurveyFields, type SurveyRow, shownFields } from '../../surveys/surveys.public.ts';
import { knownRoles } from '../../users/users.public.ts';
import { resolveAnswers, type StoredAnswers } from '../answers/resolve-answers.ts';
import { canManagePosts, checkStatusChange } from '../posts.rules.ts';
import { countPublishedPosts } from './write-posts.sql.ts';

/** A post as it would be after the save. */
export interface PostAfterSave {
  title: string | null;
  content: string | null;
  status: PostStatus;
  published_to: readonly string[];
  completed_tasks: readonly number[];
  /** Answers that the viewer gave or may see, categories among them. */
  values: RawValues;
}

/** What is stored. */
export interface PostBeforeSave {
  status: PostStatus;
  published_to: readonly string[];
  values: RawValues;
}

export interface PostCheck {
  survey: SurveyRow | undefined;
  fields: SurveyFields;
  after: PostAfterSave;
  /** Undefined for a new post. */
  before: PostBeforeSave | undefined;
  /** Whether title, text, answers, or marks of completed tasks, were sent. What was not sent is not held against a change of status. */
  submitted: { title: boolean; content: boolean; answers: boolean; tasks: boolean };
  claimant: MediaClaimant;
  /** Faults found on the way here. */
  faults: readonly FieldError[];
}

/** Roles that went since they were named do no harm. */
async function checkRoles(tx: Tx, { after: wanted, before }: PostCheck): Promise<FieldError[]> {
  const named = wanted.published_to.filter((role) => !before?.published_to.includes(role));
  const known = await knownRoles(tx, named);
  const unknown = named.find((role) => !known.has(role));
  return unknown === undefined ? [] : [{ field: 'published_to', rule: 'exists', params: { value: unknown } }];
}

async function checkStatus(
  tx: Tx,
  viewer: Viewer,
  { survey, after: wanted, before }: PostCheck,
): Promise<FieldError[]> {
  const rule = checkStatusChange(viewer, survey, before?.status, wanted.status);
  if (rule) return [{ field: 'status', rule }];
  if (wanted.status !== 'published' || before?.status === 'published') return [];
  const maxPublished = (await readFeatures(tx)).limits.posts;
  if (maxPublished === true || (await countPublishedPosts(tx)) < maxPublished) return [];
  return [{ field: 'status', rule: 'limitPosts' }];
}

function checkValues(
  viewer: Viewer,
  { fields, after: wanted, before, submitted: sent }: PostCheck,
): FieldError[] {
  const post = { ...wanted, completed_stages: wanted.completed_tasks };
  const options = { canManagePosts: canManagePosts(viewer), storedValues: before?.values ?? {} };
  const faults = validateAnswers(fields, post, options);
  return answerErrorsToFieldErrors(
    faults.filter((it) => {
      if (it.field === 'title' || it.field === 'content') return sent[it.field];
      if (it.field !== 'values' || sent.answers) return true;
      return sent.tasks && it.rule === 'taskAttributeRequired';
    }),
  );
}

/**
 * Checks a post before it is written.
 * @returns its answers as they are stored
 * @throws Faults that name every field that is wrong
 */
export async function checkPost(tx: Tx, viewer: Viewer, check: PostCheck): Promise<StoredAnswers> {
  const inValues = checkValues(viewer, check);
  const readable = !inValues.some((it) => it.field === 'values');
  const { attributes } = shownFields(check.fields, canManagePosts(viewer));
  const submitted = {
    values: check.after.values,
    before: check.before?.values ?? {},
    claimant: check.claimant,
  };
  const [taken = { answers: { values: {}, categories: [], places: [], pictures: [] }, faults: [] }] = readable
    ? await resolveAnswers(tx, viewer, attributes, [submitted])
    : [];
  const faults = [
    ...check.faults,
    ...inValues,
    ...taken.faults,
    ...(await checkRoles(tx, check)),
    ...(await checkStatus(tx, viewer, check)),
  ];
  if (faults.length > 0) throw new ValidationError('posts', faults);
  return taken.answers;
}
