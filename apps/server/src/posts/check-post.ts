/** Everything that keeps a post from being saved, collected so that a form hears of it at once (wire 2.1). */
import type { PostStatus } from '@waypost/contract/post-filters';
import type { Fault } from '@waypost/contract/problems';
import { wireFaults } from '@waypost/survey-logic/answer-faults';
import { checkAnswers, type RawValues } from '@waypost/survey-logic/check-answers';
import type { Tx } from '../kernel/db.ts';
import { Faults } from '../kernel/problem.ts';
import type { Viewer } from '../kernel/viewer.ts';
import type { MediaClaimant } from '../media/media.public.ts';
import { knownRoles } from '../people/people.public.ts';
import { readFeatures } from '../settings/settings.public.ts';
import { type SurveyFields, type SurveyRow, shownFields } from '../surveys/surveys.public.ts';
import { managesPosts, statusFault } from './posts.rules.ts';
import { type StoredAnswers, takeAnswers } from './take-answers.ts';
import { countPublished } from './write-posts.sql.ts';

/** A post as it would be after the save. */
export interface WantedPost {
  title: string | null;
  content: string | null;
  status: PostStatus;
  published_to: readonly string[];
  completed_tasks: readonly number[];
  /** Answers that the viewer gave or may see, categories among them. */
  values: RawValues;
}

/** What is stored. */
export interface PostBefore {
  status: PostStatus;
  published_to: readonly string[];
  values: RawValues;
}

export interface Check {
  survey: SurveyRow | undefined;
  fields: SurveyFields;
  wanted: WantedPost;
  /** Undefined for a new post. */
  before: PostBefore | undefined;
  /** Whether title, text, answers, or marks of completed tasks, were sent. What was not sent is not held against a change of status. */
  sent: { title: boolean; content: boolean; answers: boolean; tasks: boolean };
  claimant: MediaClaimant;
  /** Faults found on the way here. */
  faults: readonly Fault[];
}

/** Roles that went since they were named do no harm. */
async function checkRoles(tx: Tx, { wanted, before }: Check): Promise<Fault[]> {
  const named = wanted.published_to.filter((role) => !before?.published_to.includes(role));
  const known = await knownRoles(tx, named);
  const unknown = named.find((role) => !known.has(role));
  return unknown === undefined ? [] : [{ field: 'published_to', rule: 'exists', params: { value: unknown } }];
}

async function checkStatus(tx: Tx, viewer: Viewer, { survey, wanted, before }: Check): Promise<Fault[]> {
  const rule = statusFault(viewer, survey, before?.status, wanted.status);
  if (rule) return [{ field: 'status', rule }];
  if (wanted.status !== 'published' || before?.status === 'published') return [];
  const most = (await readFeatures(tx)).limits.posts;
  if (most === true || (await countPublished(tx)) < most) return [];
  return [{ field: 'status', rule: 'limitPosts' }];
}

function checkValues(viewer: Viewer, { fields, wanted, before, sent }: Check): Fault[] {
  const post = { ...wanted, completed_stages: wanted.completed_tasks };
  const options = { managesPosts: managesPosts(viewer), before: before?.values ?? {} };
  const faults = checkAnswers(fields, post, options);
  return wireFaults(
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
export async function checkPost(tx: Tx, viewer: Viewer, check: Check): Promise<StoredAnswers> {
  const inValues = checkValues(viewer, check);
  const readable = !inValues.some((it) => it.field === 'values');
  const { attributes } = shownFields(check.fields, managesPosts(viewer));
  const sent = { sent: check.wanted.values, before: check.before?.values ?? {}, claimant: check.claimant };
  const [taken = { answers: { values: {}, categories: [], places: [], pictures: [] }, faults: [] }] = readable
    ? await takeAnswers(tx, viewer, attributes, [sent])
    : [];
  const faults = [
    ...check.faults,
    ...inValues,
    ...taken.faults,
    ...(await checkRoles(tx, check)),
    ...(await checkStatus(tx, viewer, check)),
  ];
  if (faults.length > 0) throw new Faults('posts', faults);
  return taken.answers;
}
