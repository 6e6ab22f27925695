/** Making many posts of one survey at once, as an import does: the checks of a single one, in a handful of queries. */
import type { PostInput } from '@waypost/contract/posts';
import type { Fault } from '@waypost/contract/problems';
import { wireFaults } from '@waypost/survey-logic/answer-faults';
import { checkAnswers, type RawValues } from '@waypost/survey-logic/check-answers';
import type { Tx } from '../kernel/db.ts';
import type { Viewer } from '../kernel/viewer.ts';
import { claimantOf, type MediaClaimant } from '../media/media.public.ts';
import { knownRoles } from '../people/people.public.ts';
import { readFeatures } from '../settings/settings.public.ts';
import { type SurveyFields, type SurveyRow, shownFields } from '../surveys/surveys.public.ts';
import { managesPosts } from './posts.rules.ts';
import { sentValues } from './sent-answers.ts';
import { slugFor } from './slug.ts';
import { type StoredAnswers, takeAnswers } from './take-answers.ts';
import { writingPost } from './write-post.ts';
import { countPublished, insertPosts, type NewPost, takenSlugs } from './write-posts.sql.ts';

/** What became of one of many: a post, or everything that kept it from being one. */
export type MadePost = { id: number } | { faults: Fault[] };

const nothing = { answers: { values: {}, places: [], categories: [], pictures: [] }, faults: [] };

interface Into {
  survey: SurveyRow;
  fields: SurveyFields;
}

/** What can be said of a post by itself. Tasks are for the team to complete afterwards (spec 3 §2, "CSV import"). */
function ownFaults(viewer: Viewer, fields: SurveyFields, input: PostInput, values: RawValues) {
  const post = {
    title: input.title ?? null,
    content: input.content ?? null,
    status: input.status ?? ('draft' as const),
    completed_stages: [],
    values,
  };
  const faults = checkAnswers(fields, post, { managesPosts: managesPosts(viewer) });
  return wireFaults(faults.filter((it) => it.rule !== 'stageRequired'));
}

/** Answers in which nothing was found wrong so far: what else is wrong with the post is told at the same time. */
function readable(values: RawValues, faults: readonly Fault[]): RawValues {
  const wrong = new Set(faults.flatMap(({ field, params }) => (field === 'values' ? [params?.['key']] : [])));
  return Object.fromEntries(Object.entries(values).filter(([key]) => !wrong.has(key)));
}

/** Names in addresses that are in use, by posts or twice among these. */
async function slugFaults(tx: Tx, inputs: readonly PostInput[]): Promise<(slug: string) => boolean> {
  const asked = inputs.flatMap((it) => it.slug ?? []);
  const taken = await takenSlugs(tx, asked);
  const seen = new Set<string>();
  return (slug) => {
    if (taken.has(slug) || seen.has(slug)) return true;
    seen.add(slug);
    return false;
  };
}

/** Whether one more post may be published; how many there are is counted once. */
async function publishing(tx: Tx, inputs: readonly PostInput[]): Promise<() => boolean> {
  if (!inputs.some((it) => it.status === 'published')) return () => true;
  const most = (await readFeatures(tx)).limits.posts;
  if (most === true) return () => true;
  let published = await countPublished(tx);
  return () => published++ < most;
}

/** What is stored of the answers of one of many, or everything that is wrong with it. */
export type CheckedPost = { answers: StoredAnswers } | { faults: Fault[] };

/**
 * Checks posts without making them. Whether the viewer may make posts, and give them any status, is for the caller to have
 * asked.
 * @param inputs the survey that each names is not looked at
 * @param claimants who names the pictures of each; the viewer unless given
 */
export async function checkPosts(
  tx: Tx,
  viewer: Viewer,
  { fields }: Into,
  inputs: readonly PostInput[],
  claimants: readonly MediaClaimant[] = [],
): Promise<CheckedPost[]> {
  const { attributes } = shownFields(fields, managesPosts(viewer));
  const posts = inputs.map((input) => {
    const values = sentValues(input, attributes, {});
    return { input, values, faults: ownFaults(viewer, fields, input, values) };
  });
  const taken = await takeAnswers(
    tx,
    viewer,
    attributes,
    posts.map(({ values, faults }, at) => {
      const claimant = claimants[at] ?? claimantOf(viewer);
      return { sent: readable(values, faults), before: {}, claimant };
    }),
  );
  const roles = await knownRoles(tx, [...new Set(inputs.flatMap((it) => it.published_to ?? []))]);
  const isTaken = await slugFaults(tx, inputs);
  const mayPublish = await publishing(tx, inputs);
  return posts.map(({ input, faults }, at): CheckedPost => {
    const { answers, faults: inAnswers } = taken[at] ?? nothing;
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
export function rowOf(viewer: Viewer, survey: SurveyRow, input: PostInput, answers: StoredAnswers): NewPost {
  const { author_realname = null, author_email = null, title = null, content = null } = input;
  return {
    survey_id: survey.id,
    user_id: (author_realname ?? author_email) === null ? viewer.id : null,
    author_realname,
    author_email,
    status: input.status ?? (survey.require_approval ? 'draft' : 'published'),
    title,
    content,
    slug: input.slug ?? slugFor(title),
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
  into: Into,
  inputs: readonly PostInput[],
): Promise<MadePost[]> {
  const checked = await checkPosts(tx, viewer, into, inputs);
  const rows = checked.flatMap((it, at) => {
    const input = inputs[at];
    return input && 'answers' in it ? [rowOf(viewer, into.survey, input, it.answers)] : [];
  });
  const ids = (await writingPost(() => insertPosts(tx, rows))).values();
  return checked.map((it): MadePost => ('faults' in it ? it : { id: ids.next().value ?? 0 }));
}
