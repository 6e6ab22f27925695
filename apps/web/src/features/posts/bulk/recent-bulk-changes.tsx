/** The bulk changes of the last thirty days, to undo one later. */
import { Button, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type BulkChange, listBulkChanges } from '@waypost/contract/bulk-changes/bulk-changes';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { findNextOffset } from '../../../api/next-offset.ts';
import { buildEndpointKey } from '../../../api/query-keys.ts';
import { RelativeTime } from '../../../ui/display/relative-time.tsx';
import { EmptyState } from '../../../ui/feedback/screen-states.tsx';
import classes from './bulk.module.css';
import { PagedListDialog } from './paged-list-dialog.tsx';
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
          {t('action.undo')}
        </Button>
      )}
    </li>
  );
}

/** The list, the latest first; with Manage Posts also the changes of others. */
export default function RecentBulkChanges({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const query = useInfiniteQuery({
    queryKey: [...buildEndpointKey(listBulkChanges), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      call(listBulkChanges, { query: { limit: pageSize, offset: pageParam } }, { signal }),
    initialPageParam: 0,
    getNextPageParam: findNextOffset,
    staleTime: 0,
  });
  return (
    <PagedListDialog
      title={t('bulkChange.recent.title')}
      query={query}
      entryHeight={64}
      emptyState={
        <EmptyState title={t('bulkChange.recent.none')}>{t('bulkChange.recent.noneText')}</EmptyState>
      }
      renderEntry={(change) => <BulkChangeRow key={change.id} change={change} onClose={onClose} />}
      onClose={onClose}
    />
  );
}
