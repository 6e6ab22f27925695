/** The posts that a bulk change, or its undo, could not change, with the reason of each. */
import { Button, Group } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import {
  type BulkChange,
  type BulkFailure,
  listBulkFailures,
} from '@waypost/contract/bulk-changes/bulk-changes';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { formatErrorEntry, formatErrorMessages } from '../../../api/error-text.ts';
import { buildEndpointKey } from '../../../api/query-keys.ts';
import { ModalWindow } from '../../../ui/dialog/modal-window.tsx';
import { EmptyState, ErrorState, ListSkeleton } from '../../../ui/feedback/screen-states.tsx';
import classes from './bulk.module.css';

const pageSize = 50;

interface Props {
  change: BulkChange;
  onClose: () => void;
}

function FailedPost({ failure, onClose }: { failure: BulkFailure; onClose: () => void }) {
  const { t } = useTranslation();
  const { post_id, title, is_readable, errors } = failure;
  const texts = errors.flatMap((entry) => formatErrorEntry(entry) ?? []);
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
          {title || t('post.untitled')}
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
  const pages = useInfiniteQuery({
    // An undo can be repeated, and ends in the same state.
    queryKey: [...buildEndpointKey(listBulkFailures), id, state, finished],
    queryFn: ({ pageParam, signal }) =>
      call(listBulkFailures, { params: { id }, query: { limit: pageSize, offset: pageParam } }, { signal }),
    initialPageParam: 0,
    getNextPageParam: (last, all) => {
      const loadedCount = all.reduce((sum, page) => sum + page.results.length, 0);
      return last.results.length > 0 && loadedCount < last.total_count ? loadedCount : undefined;
    },
  });
  const failures = pages.data?.pages.flatMap((page) => page.results);
  return (
    <ModalWindow
      title={state === 'undone' ? t('bulkChange.failures.undo') : t('bulkChange.failures.title')}
      onClose={onClose}
      size="md"
    >
      {pages.isPending && <ListSkeleton rows={4} height={48} />}
      {pages.error && !failures && (
        <ErrorState messages={formatErrorMessages(pages.error)} onRetry={() => void pages.refetch()} />
      )}
      {failures?.length === 0 && <EmptyState title={t('bulkChange.failures.none')} />}
      {failures && failures.length > 0 && (
        <ul className={classes['failures']}>
          {failures.map((failure) => (
            <FailedPost key={failure.post_id} failure={failure} onClose={onClose} />
          ))}
        </ul>
      )}
      {pages.hasNextPage && (
        <Group justify="center">
          <Button
            variant="default"
            loading={pages.isFetchingNextPage}
            onClick={() => void pages.fetchNextPage()}
          >
            {t('set.more')}
          </Button>
        </Group>
      )}
    </ModalWindow>
  );
}
