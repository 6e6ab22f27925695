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

/** A post that could not be changed. @param names of the accounts that its errors name */
export const viewFailure = (
  { post_id, title, is_readable, faults }: FailedPost,
  names: ReadonlyMap<number, string | null>,
): BulkFailure => ({
  post_id,
  title,
  is_readable,
  errors: (faults ?? []).flatMap((fault) => viewFault(fault, names)),
});
