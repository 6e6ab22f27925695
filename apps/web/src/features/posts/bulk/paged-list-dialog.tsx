import { Button, Group } from '@mantine/core';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatErrorMessages } from '../../../api/error-text.ts';
import { ModalWindow } from '../../../ui/dialog/modal-window.tsx';
import { ErrorState, ListSkeleton } from '../../../ui/feedback/screen-states.tsx';
import classes from './bulk.module.css';

interface Props<Entry> {
  title: string;
  query: UseInfiniteQueryResult<InfiniteData<{ results: readonly Entry[] }>>;
  /** Height in pixels of an entry while the list is loading. */
  entryHeight: number;
  emptyState: ReactNode;
  /** Renders an entry as a list item with a key. */
  renderEntry: (entry: Entry) => ReactNode;
  onClose: () => void;
}

/** A dialog with a list that is loaded page by page. */
export function PagedListDialog<Entry>({
  title,
  query,
  entryHeight,
  emptyState,
  renderEntry,
  onClose,
}: Props<Entry>) {
  const { t } = useTranslation();
  const entries = query.data?.pages.flatMap((page) => page.results);
  return (
    <ModalWindow title={title} onClose={onClose} size="md">
      {query.isPending && <ListSkeleton rows={4} height={entryHeight} />}
      {query.error && !entries && (
        <ErrorState messages={formatErrorMessages(query.error)} onRetry={() => void query.refetch()} />
      )}
      {entries?.length === 0 && emptyState}
      {entries && entries.length > 0 && <ul className={classes['entries']}>{entries.map(renderEntry)}</ul>}
      {query.hasNextPage && (
        <Group justify="center">
          <Button
            variant="default"
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {t('set.more')}
          </Button>
        </Group>
      )}
    </ModalWindow>
  );
}
