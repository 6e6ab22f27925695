/** Making many posts of one survey at once, as an import does: the checks of a single one, in a handful of queries. */

import type { FieldError } from '@waypost/contract/common/problems';
import type { PostInput } from '@waypost/contract/posts/posts';
import { answerErrorsToFieldErrors } from '@waypost/survey-logic/answer-errors';
import { type RawValues, validateAnswers } from '@waypost/survey-logic/validate-answers';
import type { Tx } from '../../kernel/db/database.ts';
import type { Viewer } from '../../kernel/security/viewer.ts';
import { claimantOf, type MediaClaimant } from '../../media/media.public.ts';
import { readFeatures } from '../../settings/settings.public.ts';
import { type SurveyFields, type SurveyRow, shownFields } from '../../surveys/surveys.public.ts';
import { knownRoles } from '../../users/users.public.ts';
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

/** What became of one of many: a post, or everything that kept it from being one. */
export type CreatePostResult = { id: number } | { faults: FieldError[] };

const noResolvedAnswers = { answers: { values: {}, places: [], categories: [], pictures: [] }, faults: [] };

interface TargetSurvey {
  survey: SurveyRow;
  fields: SurveyFields;
}

/** What can be said of a post by itself. Tasks are for the team to complete afterwards (spec 3 §2, "CSV import"). */
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

/** Answers in which nothing was found wrong so far: what else is wrong with the post is told at the same time. */
function withoutFaultyAnswers(values: RawValues, faults: readonly FieldError[]): RawValues {
  const wrong = new Set(faults.flatMap(({ field, params }) => (field === 'values' ? [params?.['key']] : [])));
  return Object.fromEntries(Object.entries(values).filter(([key]) => !wrong.has(key)));
}

/** Names in addresses that are in use, by posts or twice among these. */
async function createSlugCheck(tx: Tx, inputs: readonly PostInput[]): Promise<(slug: string) => boolean> {
  const asked = inputs.flatMap((it) => it.slug ?? []);
  const taken = await findTakenSlugs(tx, asked);
  const seen = new Set<string>();
  return (slug) => {
    if (taken.has(slug) || seen.has(slug)) return true;
    seen.add(slug);
    return false;
  };
}

/** Whether one more post may be published; how many there are is counted once. */
async function createPublishLimitCheck(tx: Tx, inputs: readonly PostInput[]): Promise<() => boolean> {
  if (!inputs.some((it) => it.status === 'published')) return () => true;
  const maxPublished = (await readFeatures(tx)).limits.posts;
  if (maxPublished === true) return () => true;
  let published = await countPublishedPosts(tx);
  return () => published++ < maxPublished;
}

/** What is stored of the answers of one of many, or everything that is wrong with it. */
export type CheckPostResult = { answers: StoredAnswers } | { faults: FieldError[] };

/**
 * Checks posts without making them. Whether the viewer may make posts, and give them any status, is for the caller to have
 * asked.
 * @param inputs the survey that each names is not looked at
 * @param claimants who names the pictures of each; the viewer unless given
 */
export async function checkPosts(
  tx: Tx,
  viewer: Viewer,
  { fields }: TargetSurvey,
  inputs: readonly PostInput[],
  claimants: readonly MediaClaimant[] = [],
): Promise<CheckPostResult[]> {
  const { attributes } = shownFields(fields, canManagePosts(viewer));
  const posts = inputs.map((input) => {
    const values = submittedValues(input, attributes, {});
    return { input, values, faults: checkSubmittedPost(viewer, fields, input, values) };
  });
  const taken = await resolveAnswers(
    tx,
    viewer,
    attributes,
    posts.map(({ values, faults }, at) => {
      const claimant = claimants[at] ?? claimantOf(viewer);
      return { values: withoutFaultyAnswers(values, faults), before: {}, claimant };
    }),
  );
  const roles = await knownRoles(tx, [...new Set(inputs.flatMap((it) => it.published_to ?? []))]);
  const isTaken = await createSlugCheck(tx, inputs);
  const mayPublish = await createPublishLimitCheck(tx, inputs);
  return posts.map(({ input, faults }, at): CheckPostResult => {
    const { answers, faults: inAnswers } = taken[at] ?? noResolvedAnswers;
    const unknown = input.published_to?.find((role) => !roles.has(role));
    const all = [...faults, ...inAnswers];
    if (unknown !== undefined)
      all.push({ field: 'published_to', rule: 'exists', params: { value: unknown } });
    if (input.slug && isTaken(input.slug)) all.push({ field: 'slug', rule: 'taken' });
    if (all.length === 0 && input.status === 'published' && !mayPublish())
      all.push({ field: 'status', rule: 'limitPosts' });
    return all.length > 0 ? { faults: all } : { answers };
  });
}

/** What is written of a post that was checked. */
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
 * Makes posts.
 * @returns what became of each, in order; those that cannot be made are left out and change nothing
 */
export async function createPosts(
  tx: Tx,
  viewer: Viewer,
  target: TargetSurvey,
  inputs: readonly PostInput[],
): Promise<CreatePostResult[]> {
  const checked = await checkPosts(tx, viewer, target, inputs);
  const rows = checked.flatMap((it, at) => {
    const input = inputs[at];
    return input && 'answers' in it ? [buildPostRow(viewer, target.survey, input, it.answers)] : [];
  });
  const ids = (await translatePostConstraints(() => insertPosts(tx, rows))).values();
  return checked.map((it): CreatePostResult => ('faults' in it ? it : { id: ids.next().value ?? 0 }));
}
