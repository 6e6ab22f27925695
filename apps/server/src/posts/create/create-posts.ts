/** Creates many posts of one survey at once, as an import does: the checks of a single post, in a fixed number of queries. */

import type { FieldError } from '@waypost/contract/common/problems';
import type { PostInput } from '@waypost/contract/posts/posts';
import { answerErrorsToFieldErrors } from '@waypost/survey-logic/answer-errors';
import { type RawValues, validateAnswers } from '@waypost/survey-logic/validate-answers';
import type { Tx } from '../../kernel/db/database.ts';
import type { Viewer } from '../../kernel/security/viewer.ts';
import { buildClaimant, type MediaClaimant } from '../../media/media.public.ts';
import { readFeatures } from '../../settings/settings.public.ts';
import { type SurveyFields, type SurveyRow, visibleFields } from '../../surveys/surveys.public.ts';
import { findExistingRoleNames } from '../../users/users.public.ts';
import { resolveAnswers, type StoredAnswers } from '../answers/resolve-answers.ts';
import { submittedValues } from '../answers/submitted-answers.ts';
import { translatePostConstraints } from '../edit/write-answers.ts';
import {
  countPublishedPosts,
  findTakenSlugs,
  insertPosts,
  type NewPostRow,
} from '../edit/write-posts.sql.ts';
import { canManagePosts } from '../posts.rules.ts';
import { createSlug } from './slug.ts';

/** The result for one of many posts: its id, or every error in it. */
export type CreatePostResult = { id: number } | { faults: FieldError[] };

const noResolvedAnswers = { answers: { values: {}, places: [], categories: [], pictures: [] }, faults: [] };

interface TargetSurvey {
  survey: SurveyRow;
  fields: SurveyFields;
}

/** Checks that need no database. Tasks are completed by the team afterwards (spec 3 §2, "CSV import"). */
function checkSubmittedPost(viewer: Viewer, fields: SurveyFields, input: PostInput, values: RawValues) {
  const post = {
    title: input.title ?? null,
    content: input.content ?? null,
    status: input.status ?? ('draft' as const),
    completed_stages: [],
    values,
  };
  const faults = validateAnswers(fields, post, { canManagePosts: canManagePosts(viewer) });
  return answerErrorsToFieldErrors(faults.filter((it) => it.rule !== 'stageRequired'));
}

/** Answers without errors so far: they are checked further so that all errors of a post are reported together. */
function withoutFaultyAnswers(values: RawValues, faults: readonly FieldError[]): RawValues {
  const faultyKeys = new Set(
    faults.flatMap(({ field, params }) => (field === 'values' ? [params?.['key']] : [])),
  );
  return Object.fromEntries(Object.entries(values).filter(([key]) => !faultyKeys.has(key)));
}

/** A check whether a slug is in use, by a stored post or by an earlier one of these. */
async function createSlugCheck(tx: Tx, inputs: readonly PostInput[]): Promise<(slug: string) => boolean> {
  const slugs = inputs.flatMap((it) => it.slug ?? []);
  const storedSlugs = await findTakenSlugs(tx, slugs);
  const newSlugs = new Set<string>();
  return (slug) => {
    if (storedSlugs.has(slug) || newSlugs.has(slug)) return true;
    newSlugs.add(slug);
    return false;
  };
}

/** A check whether one more post may be published. The published posts are counted once. */
async function createPublishLimitCheck(tx: Tx, inputs: readonly PostInput[]): Promise<() => boolean> {
  if (!inputs.some((it) => it.status === 'published')) return () => true;
  const maxPublished = (await readFeatures(tx)).limits.posts;
  if (maxPublished === true) return () => true;
  let published = await countPublishedPosts(tx);
  return () => published++ < maxPublished;
}

/** The checked answers of one of many posts, or every error in it. */
export type CheckPostResult = { answers: StoredAnswers } | { faults: FieldError[] };

/**
 * Checks posts without creating them. The caller has checked that the viewer may create posts with these statuses.
 * @param inputs the survey that an input names is ignored
 * @param claimants who claims the media of each input; the viewer where absent
 */
export async function checkPosts(
  tx: Tx,
  viewer: Viewer,
  { fields }: TargetSurvey,
  inputs: readonly PostInput[],
  claimants: readonly MediaClaimant[] = [],
): Promise<CheckPostResult[]> {
  const { attributes } = visibleFields(fields, canManagePosts(viewer));
  const posts = inputs.map((input) => {
    const values = submittedValues(input, attributes, {});
    return { input, values, faults: checkSubmittedPost(viewer, fields, input, values) };
  });
  const resolved = await resolveAnswers(
    tx,
    viewer,
    attributes,
    posts.map(({ values, faults }, index) => {
      const claimant = claimants[index] ?? buildClaimant(viewer);
      return { values: withoutFaultyAnswers(values, faults), before: {}, claimant };
    }),
  );
  const roles = await findExistingRoleNames(tx, [...new Set(inputs.flatMap((it) => it.published_to ?? []))]);
  const isTaken = await createSlugCheck(tx, inputs);
  const mayPublish = await createPublishLimitCheck(tx, inputs);
  return posts.map(({ input, faults }, index): CheckPostResult => {
    const { answers, faults: answerFaults } = resolved[index] ?? noResolvedAnswers;
    const unknownRole = input.published_to?.find((role) => !roles.has(role));
    const allFaults = [...faults, ...answerFaults];
    if (unknownRole !== undefined)
      allFaults.push({ field: 'published_to', rule: 'exists', params: { value: unknownRole } });
    if (input.slug && isTaken(input.slug)) allFaults.push({ field: 'slug', rule: 'taken' });
    if (allFaults.length === 0 && input.status === 'published' && !mayPublish())
      allFaults.push({ field: 'status', rule: 'limitPosts' });
    return allFaults.length > 0 ? { faults: allFaults } : { answers };
  });
}

/** The row of a post that `checkPosts` accepted. */
export function buildPostRow(
  viewer: Viewer,
  survey: SurveyRow,
  input: PostInput,
  answers: StoredAnswers,
): NewPostRow {
  const { author_realname = null, author_email = null, title = null, content = null } = input;
  return {
    survey_id: survey.id,
    user_id: (author_realname ?? author_email) === null ? viewer.id : null,
    author_realname,
    author_email,
    status: input.status ?? (survey.require_approval ? 'draft' : 'published'),
    title,
    content,
    slug: input.slug ?? createSlug(title),
    locale: input.locale || 'en_us',
    published_to: [...new Set(input.published_to ?? [])],
    post_date: input.post_date?.toISOString() ?? null,
    ...answers,
  };
}

/**
 * Creates posts.
 * @returns the result for each input, in order; posts with errors are not created and do not affect the others
 */
export async function createPosts(
  tx: Tx,
  viewer: Viewer,
  target: TargetSurvey,
  inputs: readonly PostInput[],
): Promise<CreatePostResult[]> {
  const checked = await checkPosts(tx, viewer, target, inputs);
  const rows = checked.flatMap((it, index) => {
    const input = inputs[index];
    return input && 'answers' in it ? [buildPostRow(viewer, target.survey, input, it.answers)] : [];
  });
  const ids = (await translatePostConstraints(() => insertPosts(tx, rows))).values();
  return checked.map((it): CreatePostResult => ('faults' in it ? it : { id: ids.next().value ?? 0 }));
}
