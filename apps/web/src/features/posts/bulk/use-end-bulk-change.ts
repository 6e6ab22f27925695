/** Stops and undoes bulk changes. */
import { useQueryClient } from '@tanstack/react-query';
import {
  type BulkChange,
  readBulkChange,
  stopBulkChange,
  undoBulkChange,
} from '@waypost/contract/bulk-changes/bulk-changes';
import { notifyError } from '../../../api/notify-error.ts';
import { buildCallKey, buildResourceKey } from '../../../api/query-keys.ts';
import { useCall } from '../../../api/use-call.ts';
import { showBulkChange } from './shown-bulk-change.ts';

/** @returns functions that take the id; the list then shows this bulk change */
export function useEndBulkChange() {
  const cache = useQueryClient();
  const options = {
    onSuccess(change: BulkChange) {
      cache.setQueryData(buildCallKey(readBulkChange, { params: { id: change.id } }), change);
      showBulkChange(change.id);
    },
    // Somebody else may have stopped or undone it meanwhile.
    onError(error: unknown) {
      notifyError(error);
      void cache.invalidateQueries({ queryKey: buildResourceKey('bulk-changes') });
    },
  };
  const stop = useCall(stopBulkChange, options);
  const undo = useCall(undoBulkChange, options);
  return {
    stop: (id: number) => stop.mutate({ params: { id } }),
    undo: (id: number) => undo.mutate({ params: { id } }),
    isPending: stop.isPending || undo.isPending,
  };
}
