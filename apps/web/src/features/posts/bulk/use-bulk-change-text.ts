/** Texts about bulk changes. keys: post.status.* bulkChange.state.* bulkChange.failure.* */
import type { BulkChange } from '@waypost/contract/bulk-changes/bulk-changes';
import { useTranslation } from 'react-i18next';
import './bulk-labels.ts';

/** Whether the change or its undo is still running. */
export const isUnfinished = ({ state }: BulkChange): boolean => state === 'running' || state === 'undoing';

/** Done and all posts of the change, or of its undo. */
export const getProgress = (change: BulkChange): { done: number; total: number } =>
  change.state === 'undoing'
    ? { done: change.undone + change.kept, total: change.changed }
    : { done: change.changed + change.unchanged + change.failed, total: change.total };

/** The state in words: a change that left out reports is not "done". */
function describeState({ state, total, failed, undone, kept }: BulkChange) {
  if (state === 'done' && failed > 0) return failed === total ? 'failed' : 'partlyDone';
  if (state === 'undone' && kept > 0) return undone === 0 ? 'failed' : 'partlyUndone';
  return state;
}

/** @returns functions that format a bulk change */
export function useBulkChangeText() {
  const { t } = useTranslation();
  function formatTitle({ action, status, collection, form }: BulkChange): string {
    switch (action) {
      case 'set-status':
        return t('bulkChange.title.status', { status: t(`post.status.${status ?? 'draft'}`) });
      case 'delete':
        return t('bulkChange.title.delete');
      case 'add-to-collection':
        return t('bulkChange.title.add', { name: collection?.name ?? '…' });
      case 'remove-from-collection':
        return t('bulkChange.title.remove', { name: collection?.name ?? '…' });
      default:
        return t('bulkChange.title.survey', { name: form?.name ?? '…' });
    }
  }
  /** The state and the numbers that are not zero: "Done · Changed: 12 · Failed: 1". */
  function formatResult(change: BulkChange): string {
    if (isUnfinished(change)) {
      const { done, total } = getProgress(change);
      return `${t(`bulkChange.state.${change.state}`)} · ${t('bulkChange.progress', { done, total })}`;
    }
    const isUndone = change.state === 'undone';
    const counts = isUndone
      ? ([
          ['undone', change.undone],
          ['kept', change.kept],
        ] as const)
      : ([
          ['changed', change.changed],
          ['unchanged', change.unchanged],
          ['failed', change.failed],
        ] as const);
    const shown = counts.filter(([, value], index) => value > 0 || index === 0);
    return [
      t(`bulkChange.state.${describeState(change)}`),
      ...shown.map(([name, value]) => t(`bulkChange.count.${name}`, { value })),
    ].join(' · ');
  }
  const formatFailure = ({ failure }: BulkChange): string | null =>
    failure && t(`bulkChange.failure.${failure}`);
  return { formatTitle, formatResult, formatFailure };
}
