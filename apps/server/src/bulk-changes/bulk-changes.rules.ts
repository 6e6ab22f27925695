/** What may be done with a bulk change, besides the rights on each of its posts. Pure. */
import type { BulkAction, BulkChangeState } from '@waypost/contract/bulk-changes/bulk-changes';

/** Why a post was not changed: a problem by its code, or an error of a field. Accounts are named by their ids. */
export type BulkFault =
  | { problem: string; params?: Record<string, string | number> }
  | { field: string; rule: string; params?: Record<string, string | number> };

/** The fields of a bulk change that decide what may be done with it. */
export interface BulkChangeProgress {
  action: BulkAction;
  state: BulkChangeState;
}

/** Whether the job still has posts to change or to set back. */
export const isUnfinished = ({ state }: Pick<BulkChangeProgress, 'state'>): boolean =>
  state === 'running' || state === 'undoing';

/** Whether it can be stopped. An undo runs to its end. */
export const canStop = ({ state }: Pick<BulkChangeProgress, 'state'>): boolean => state === 'running';

/** Whether an undo may begin, as long as there are posts to set back. Deleted ones cannot be. */
export const canBeginUndo = ({ action, state }: BulkChangeProgress): boolean =>
  action !== 'delete' && state !== 'undoing';
