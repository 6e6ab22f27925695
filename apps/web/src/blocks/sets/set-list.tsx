/** A list of collections or saved searches, with its loading, error and empty states. */
import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatErrorMessages } from '../../api/error-text.ts';
import { EmptyState, ErrorState, ListSkeleton } from '../../ui/feedback/screen-states.tsx';
import type { AnySet } from './set-endpoints.ts';
import classes from './set-list.module.css';
import type { useSets } from './use-sets.ts';

interface Props {
  label: string;
  list: ReturnType<typeof useSets>;
  /** The current search text. */
  searchText: string;
  /** Shown when there are no sets at all. */
  empty: ReactNode;
  renderRow: (set: AnySet) => ReactNode;
}

/** Loads further pages by a button. */
export function SetList({ label, list, searchText: q, empty, renderRow }: Props) {
  const { t } = useTranslation();
  const { sets, isPending, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  if (isPending) return <ListSkeleton rows={4} height={56} />;
  if (error && sets.length === 0)
    return <ErrorState messages={formatErrorMessages(error)} onRetry={() => void refetch()} />;
  if (sets.length === 0)
    return q === '' ? (
      empty
    ) : (
      <EmptyState title={t('set.noMatch.title')}>{t('set.noMatch.text', { q })}</EmptyState>
    );
  return (
    <>
      <ul className={classes['list']} aria-label={label}>
        {sets.map((set) => (
          <li key={set.id}>{renderRow(set)}</li>
        ))}
      </ul>
      {hasNextPage && (
        <Group justify="center" p="md">
          <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('set.more')}
          </Button>
        </Group>
      )}
    </>
  );
}
