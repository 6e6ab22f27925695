/** The bulk changes of the last thirty days, to undo one later. */
import { Button, Group, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type BulkChange, listBulkChanges } from '@waypost/contract/bulk-changes/bulk-changes';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { formatErrorMessages } from '../../../api/error-text.ts';
import { buildEndpointKey } from '../../../api/query-keys.ts';
import { ModalWindow } from '../../../ui/dialog/modal-window.tsx';
import { RelativeTime } from '../../../ui/display/relative-time.tsx';
import { EmptyState, ErrorState, ListSkeleton } from '../../../ui/feedback/screen-states.tsx';
import classes from './bulk.module.css';
import { useBulkChangeText } from './use-bulk-change-text.ts';
import { useEndBulkChange } from './use-end-bulk-change.ts';

const pageSize = 20;

function BulkChangeRow({ change, onClose }: { change: BulkChange; onClose: () => void }) {
  const { t } = useTranslation();
  const { formatTitle, formatResult, formatFailure } = useBulkChangeText();
  const { stop, undo, isPending } = useEndBulkChange();
  const failure = formatFailure(change);
  const end = (action: (id: number) => void) => {
    action(change.id);
    onClose();
  };
  return (
    <li className={classes['recent']}>
      <div>
        <Text fw={550} size="sm" dir="auto">
          {formatTitle(change)}
        </Text>
        <Text size="sm" data-figures>
          {formatResult(change)}
        </Text>
        {failure && <Text size="sm">{failure}</Text>}
        <Text size="xs" c="dimmed">
          <RelativeTime date={change.created} />
        </Text>
      </div>
      {change.can_stop && (
        <Button size="sm" variant="default" disabled={isPending} onClick={() => end(stop)}>
          {t('bulkChange.stop')}
        </Button>
      )}
      {change.can_undo && !change.can_stop && (
        <Button size="sm" variant="default" disabled={isPending} onClick={() => end(undo)}>
          {t('post.bulk.undo')}
        </Button>
      )}
    </li>
  );
}

/** The list, the latest first; with Manage Posts also the changes of others. */
export default function RecentBulkChanges({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const pages = useInfiniteQuery({
    queryKey: [...buildEndpointKey(listBulkChanges), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      call(listBulkChanges, { query: { limit: pageSize, offset: pageParam } }, { signal }),
    initialPageParam: 0,
    getNextPageParam: (last, all) => {
      const loadedCount = all.reduce((sum, page) => sum + page.results.length, 0);
      return last.results.length > 0 && loadedCount < last.total_count ? loadedCount : undefined;
    },
    staleTime: 0,
  });
  const changes = pages.data?.pages.flatMap((page) => page.results);
  return (
    <ModalWindow title={t('bulkChange.recent.title')} onClose={onClose} size="md">
      {pages.isPending && <ListSkeleton rows={4} height={64} />}
      {pages.error && !changes && (
        <ErrorState messages={formatErrorMessages(pages.error)} onRetry={() => void pages.refetch()} />
      )}
      {changes?.length === 0 && (
        <EmptyState title={t('bulkChange.recent.none')}>{t('bulkChange.recent.noneText')}</EmptyState>
      )}
      <ul className={classes['failures']}>
        {changes?.map((change) => (
          <BulkChangeRow key={change.id} change={change} onClose={onClose} />
        ))}
      </ul>
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
