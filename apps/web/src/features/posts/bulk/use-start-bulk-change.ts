/** Starts a bulk change of the selected posts. */
import { useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import {
  type BulkChangeInput,
  createBulkChange,
  readBulkChange,
} from '@waypost/contract/bulk-changes/bulk-changes';
import { buildCallKey, buildResourceKey } from '../../../api/query-keys.ts';
import { useCall } from '../../../api/use-call.ts';
import { buildPostQuery } from '../../../blocks/post-search/post-query.ts';
import { showBulkChange } from './shown-bulk-change.ts';
import type { PostSelection } from './use-post-selection.ts';

/** What to do with the posts. */
export type BulkActionInput = Pick<BulkChangeInput, 'action' | 'status' | 'collection' | 'form'>;

/** @returns sends the request and shows the progress; rejects with the error of the request */
export function useStartBulkChange(selection: PostSelection): (action: BulkActionInput) => Promise<void> {
  const search = useSearch({ from: '/_map' });
  const cache = useQueryClient();
  const start = useCall(createBulkChange, {
    onSuccess(change) {
      cache.setQueryData(buildCallKey(readBulkChange, { params: { id: change.id } }), change);
      showBulkChange(change.id);
      selection.clear();
    },
    invalidates: [buildResourceKey('bulk-changes')],
  });
  return async (action) => {
    const {
      orderby: _by,
      order: _order,
      order_unlocked_on_top: _unlocked,
      ...filters
    } = buildPostQuery(search, 'list');
    const chosen = selection.isAllMatching ? { filters } : { post_ids: selection.posts.map(({ id }) => id) };
    await start.mutateAsync({ body: { ...action, ...chosen } });
  };
}
