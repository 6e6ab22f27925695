/** Requests a bulk change: checks the request, and notes the chosen posts as they are now. */
import type { BulkChangeInput } from '@waypost/contract/bulk-changes/bulk-changes';
import { limits } from '@waypost/contract/common/limits';
import { parseSavedFilter } from '@waypost/contract/saved-searches/saved-searches';
import { type RawBuilder, sql } from 'kysely';
import { recordChange } from '../audit/audit.public.ts';
import { buildMatchingQuery } from '../browse/browse.public.ts';
import { readAuthorizedSet } from '../collections/collections.public.ts';
import type { Tx } from '../kernel/db/database.ts';
import { Problem, validationError } from '../kernel/http/problem.ts';
import type { JobQueue } from '../kernel/jobs/job-queue.ts';
import { requireBelowAccountLimit } from '../kernel/limits/account-limit.ts';
import { accessDenied } from '../kernel/security/require-privilege.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { canManagePosts } from '../posts/posts.public.ts';
import { readSurvey } from '../surveys/surveys.public.ts';
import {
  countPostsOfDay,
  countUnfinished,
  insertBulkChange,
  insertChosenPosts,
  insertMatchingPosts,
  updateBulkChange,
} from './bulk-changes.sql.ts';
import { runBulkChangeJob } from './run-bulk-change.ts';

/** Name of the resource in errors. */
export const resource = 'bulk-changes';

const missing = (field: string) => validationError(resource, field, 'required');

/**
 * The values that the action needs, and what the audit log says of them: names of the collection or survey.
 * @throws Problem 401, 403 or 404; ValidationError when one is missing or unknown
 */
async function resolveTarget(tx: Tx, viewer: Viewer, input: BulkChangeInput) {
  const none = { status: null, set_id: null, survey_id: null };
  switch (input.action) {
    case 'delete':
      return { target: none, recorded: {} };
    case 'set-status':
      if (!input.status) throw missing('status');
      return { target: { ...none, status: input.status }, recorded: { status: input.status } };
    case 'assign-survey': {
      // Only posts without a survey get one, and those can only be changed with Manage Posts.
      if (!canManagePosts(viewer)) throw accessDenied(viewer, 'update', 'posts');
      if (input.form == null) throw missing('form');
      const survey = await readSurvey(tx, input.form);
      if (!survey) throw validationError(resource, 'form', 'exists', { value: input.form });
      return { target: { ...none, survey_id: input.form }, recorded: { survey_id: survey.name } };
    }
    default: {
      if (input.collection == null) throw missing('collection');
      const { id, name } = await readAuthorizedSet(tx, viewer, 'collection', input.collection, 'update');
      return { target: { ...none, set_id: id }, recorded: { collection: name } };
    }
  }
}

/** Posts that one account chooses in 24 hours, with Manage Posts and without. */
export const postsPerDay = { manager: 1_000_000, member: 20_000 };

/** Whether the action changes posts themselves. Posts that are only read can be put into a collection, whoever wrote them. */
const changesPosts = ({ action }: BulkChangeInput): boolean =>
  action !== 'add-to-collection' && action !== 'remove-from-collection';

/**
 * Conditions on the posts that the filters choose: each post meets at most one. Of the posts of others, which they cannot change, those
 * without Manage Posts choose none.
 */
async function buildConditions(
  tx: Tx,
  viewer: Viewer,
  input: BulkChangeInput,
): Promise<RawBuilder<boolean>[]> {
  const { data } = parseSavedFilter(input.filters ?? {});
  if (!data) throw validationError(resource, 'filters', 'invalid');
  const { parts } = await buildMatchingQuery(tx, viewer, data);
  const onlyOwn = changesPosts(input) && !canManagePosts(viewer);
  return parts.map(({ onPosts }) =>
    onlyOwn ? sql<boolean>`${onPosts} and posts.user_id = ${viewer.id}` : onPosts,
  );
}

/**
 * Notes the chosen posts.
 * @param userId the account, which is locked
 * @returns how many
 * @throws Problem 422 when they are too many for one bulk change, or for the account on this day
 */
async function insertPosts(
  tx: Tx,
  viewer: Viewer,
  userId: number,
  id: number,
  input: BulkChangeInput,
): Promise<number> {
  const { posts } = limits.bulkChange;
  const maxOfDay = canManagePosts(viewer) ? postsPerDay.manager : postsPerDay.member;
  const rest = Math.max(maxOfDay - (await countPostsOfDay(tx, userId)), 0);
  const tooManyOfDay = () => new Problem('bulk-change.too-many-per-day', { max: maxOfDay });
  if (input.post_ids) {
    const chosen = new Set(input.post_ids);
    if (chosen.size > rest) throw tooManyOfDay();
    await insertChosenPosts(tx, id, chosen);
    return chosen.size;
  }
  const max = Math.min(posts, rest);
  const count = await insertMatchingPosts(tx, id, await buildConditions(tx, viewer, input), max);
  if (count > max) throw rest < posts ? tooManyOfDay() : new Problem('bulk-change.too-many', { max });
  return count;
}

/**
 * Starts a bulk change. Whether each post may be changed is decided when its turn comes.
 * @returns its id
 * @throws Problem 401 for visitors, 404 for a collection that the viewer may not see; ValidationError for the rest
 */
export async function createBulkChange(
  tx: Tx,
  viewer: Viewer,
  jobs: JobQueue,
  input: BulkChangeInput,
): Promise<number> {
  const userId = viewer.id;
  if (!viewer.isSignedIn || userId === null) throw accessDenied(viewer, 'update', 'posts');
  const { target, recorded } = await resolveTarget(tx, viewer, input);
  if ((input.post_ids === undefined) === (input.filters === undefined)) throw missing('post_ids');
  const max = limits.bulkChange.unfinishedPerAccount;
  await requireBelowAccountLimit(tx, userId, { resource, field: 'action', max }, () =>
    countUnfinished(tx, userId),
  );
  const { action } = input;
  const id = await insertBulkChange(tx, { user_id: userId, action, ...target });
  const total = await insertPosts(tx, viewer, userId, id, input);
  await updateBulkChange(tx, id, { total });
  await jobs.add(tx, runBulkChangeJob, { change: id });
  const values = Object.entries(recorded).map(([name, to]) => [name, { from: null, to }]);
  const details = { changed: [action], posts: { from: 0, to: total }, ...Object.fromEntries(values) };
  await recordChange(tx, viewer, { action: 'create', subject: 'bulk-changes', id, details });
  return id;
}
