/** The posts that a bulk change, or its undo, could not change, with the reason of each. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import {
  type BulkChange,
  type BulkFailure,
  listBulkFailures,
} from '@waypost/contract/bulk-changes/bulk-changes';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { formatErrorEntry } from '../../../api/error-text.ts';
import { findNextOffset } from '../../../api/next-offset.ts';
import { buildEndpointKey } from '../../../api/query-keys.ts';
import { formatPostTitle } from '../../../blocks/post-card/post-title.ts';
import { EmptyState } from '../../../ui/feedback/screen-states.tsx';
import { PagedListDialog } from './paged-list-dialog.tsx';

const pageSize = 50;

interface Props {
  change: BulkChange;
  onClose: () => void;
}

function FailedPost({ failure, onClose }: { failure: BulkFailure; onClose: () => void }) {
  const { t } = useTranslation();
  const { post_id, is_readable, errors } = failure;
  const needsSurvey = errors.some(({ code, source }) => code === 'required' && source?.pointer === '/form');
  const texts = needsSurvey
    ? [t('post.action.needsSurvey')]
    : errors.flatMap((entry) => formatErrorEntry(entry) ?? []);
  return (
    <li>
      {is_readable ? (
        <Link
          to="/posts/$postId"
          params={{ postId: String(post_id) }}
          state={{ withList: true }}
          dir="auto"
          onClick={onClose}
        >
          {formatPostTitle(failure, t)}
        </Link>
      ) : (
        <strong>{t('bulkChange.gone', { id: post_id })}</strong>
      )}
      <span>{texts.join(' ')}</span>
    </li>
  );
}

/** The list, loaded page by page. */
export default function BulkFailuresDialog({ change: { id, state, finished }, onClose }: Props) {
  const { t } = useTranslation();
  const query = useInfiniteQuery({
    // An undo can be repeated, and ends in the same state.
    queryKey: [...buildEndpointKey(listBulkFailures), id, state, finished],
    queryFn: ({ pageParam, signal }) =>
      call(listBulkFailures, { params: { id }, query: { limit: pageSize, offset: pageParam } }, { signal }),
    initialPageParam: 0,
    getNextPageParam: findNextOffset,
  });
  return (
    <PagedListDialog
      title={state === 'undone' ? t('bulkChange.failures.undo') : t('bulkChange.failures.title')}
      query={query}
      entryHeight={48}
      emptyState={<EmptyState title={t('bulkChange.failures.none')} />}
      renderEntry={(failure) => <FailedPost key={failure.post_id} failure={failure} onClose={onClose} />}
      onClose={onClose}
    />
  );
}
