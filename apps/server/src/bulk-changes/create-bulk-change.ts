/** Requests a bulk change: checks the request, and notes the chosen posts as they are now. */
import type { BulkChangeInput } from '@waypost/contract/bulk-changes/bulk-changes';
import { limits } from '@waypost/contract/common/limits';
import { parseSavedFilter } from '@waypost/contract/saved-searches/saved-searches';
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

/** Notes the chosen posts. @returns how many */
async function insertPosts(tx: Tx, viewer: Viewer, id: number, input: BulkChangeInput): Promise<number> {
  if (input.post_ids) return insertChosenPosts(tx, id, input.post_ids);
  const { data } = parseSavedFilter(input.filters ?? {});
  if (!data) throw validationError(resource, 'filters', 'invalid');
  const { parts } = await buildMatchingQuery(tx, viewer, data);
  const max = limits.bulkChange.posts;
  const count = await insertMatchingPosts(
    tx,
    id,
    parts.map((part) => part.onPosts),
    max,
  );
  if (count > max) throw new Problem('bulk-change.too-many', { max });
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
  if (!viewer.isSignedIn) throw accessDenied(viewer, 'update', 'posts');
  const { target, recorded } = await resolveTarget(tx, viewer, input);
  if ((input.post_ids === undefined) === (input.filters === undefined)) throw missing('post_ids');
  const max = limits.bulkChange.unfinishedPerAccount;
  await requireBelowAccountLimit(tx, viewer.id, { resource, field: 'action', max }, (userId) =>
    countUnfinished(tx, userId),
  );
  const { action } = input;
  const id = await insertBulkChange(tx, { user_id: viewer.id, action, ...target });
  const total = await insertPosts(tx, viewer, id, input);
  await updateBulkChange(tx, id, { total });
  await jobs.add(tx, runBulkChangeJob, { change: id });
  const values = Object.entries(recorded).map(([name, to]) => [name, { from: null, to }]);
  const details = { changed: [action], posts: { from: 0, to: total }, ...Object.fromEntries(values) };
  await recordChange(tx, viewer, { action: 'create', subject: 'bulk-changes', id, details });
  return id;
}
