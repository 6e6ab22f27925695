/** Bulk changes in the format of the API (API v3 §2.25). */
import type { BulkChange, BulkFailure } from '@waypost/contract/bulk-changes/bulk-changes';
import type { ErrorEntry } from '@waypost/contract/common/error-envelope';
import {
  buildProblemEnvelope,
  buildValidationEnvelope,
  type ProblemCode,
  type ValidationRule,
} from '@waypost/contract/common/problems';
import { toApiDate, toApiDateOrNull, type UrlBuilder } from '../kernel/http/api-format.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { type BulkFault, canStop } from './bulk-changes.rules.ts';
import type { FailedPost, NamedBulkChange } from './bulk-changes.sql.ts';

/** A bulk change, for a viewer who may see it. @param canUndo whether they can undo it */
export function viewBulkChange(urls: UrlBuilder, row: NamedBulkChange, canUndo: boolean): BulkChange {
  const collection = urls.relation('collections', row.set_id);
  const survey = urls.relation('forms', row.survey_id);
  return {
    id: row.id,
    url: urls.entity('bulk-changes', row.id),
    user: urls.relation('users', row.user_id),
    action: row.action,
    status: row.status,
    collection: collection && { ...collection, name: row.set_name },
    form: survey && { ...survey, name: row.survey_name },
    state: row.state,
    failure: row.failure,
    total: row.total,
    changed: row.changed,
    unchanged: row.unchanged,
    failed: row.failed,
    undone: row.undone,
    kept: row.kept,
    can_stop: canStop(row),
    can_undo: canUndo,
    created: toApiDate(row.created),
    finished: toApiDateOrNull(row.finished),
    allowed_privileges: ['read', 'update', 'search'],
  };
}

/** Ids of the accounts that errors name. */
export const accountsOfFaults = (faults: readonly BulkFault[]): number[] =>
  faults.flatMap(({ params }) => (params?.['user'] === undefined ? [] : [Number(params['user'])]));

function viewFault(fault: BulkFault, names: ReadonlyMap<number, string | null>): ErrorEntry[] {
  const user = fault.params?.['user'];
  const name = user === undefined ? {} : { user: names.get(Number(user)) ?? `user ${user}` };
  const params = { ...fault.params, ...name };
  if ('problem' in fault) return buildProblemEnvelope(fault.problem as ProblemCode, params).errors;
  const { field, rule } = fault;
  return buildValidationEnvelope('posts', [{ field, rule: rule as ValidationRule, params }]).errors.slice(1);
}

/** What is said of a hidden author instead of their name. */
const lockedByReporter: BulkFault = { problem: 'bulk-change.post-locked-by-reporter' };

/**
 * A post that could not be changed. Its hidden author, who may be editing it, is not named to viewers who may not see them.
 * @param names of the accounts that its errors name
 */
export function viewFailure(
  viewer: Viewer,
  { post_id, title, content, is_readable, faults, hidden_author_id }: FailedPost,
  names: ReadonlyMap<number, string | null>,
): BulkFailure {
  const namesAuthor = hidden_author_id !== null && accountsOfFaults(faults ?? []).includes(hidden_author_id);
  if (namesAuthor && viewer.seesPersonalData) viewer.personalDataReads += 1;
  const hidesAuthor = namesAuthor && !viewer.seesPersonalData && hidden_author_id !== viewer.id;
  const shown = (fault: BulkFault) =>
    hidesAuthor && Number(fault.params?.['user']) === hidden_author_id ? lockedByReporter : fault;
  return {
    post_id,
    title,
    content,
    is_readable,
    errors: (faults ?? []).flatMap((fault) => viewFault(shown(fault), names)),
  };
}
