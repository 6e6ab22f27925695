import { Button } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { readPostMode } from '../../../blocks/post-search/post-mode.ts';
import { clearedFilters, countActiveFilters } from '../../../blocks/post-search/post-search.ts';
import { EmptyState } from '../../../ui/feedback/screen-states.tsx';
import { useUpdatePostSearch } from '../filters/use-change-search.ts';

/** Empty state: there are no posts yet, or none that match the filters (spec 2 §2). */
export function EmptyPostList() {
  const { t } = useTranslation();
  const search = useSearch({ from: '/_map' });
  const change = useUpdatePostSearch();
  if (countActiveFilters(search) === 0 && readPostMode(search).kind === 'collection')
    return <EmptyState title={t('collection.empty.title')}>{t('collection.empty.text')}</EmptyState>;
  if (countActiveFilters(search) === 0)
    return <EmptyState title={t('post.list.none.title')}>{t('post.list.none.text')}</EmptyState>;
  return (
    <EmptyState
      title={t('post.list.noMatch.title')}
      action={
        <Button variant="default" onClick={() => change(clearedFilters)}>
          {t('post.list.noMatch.clear')}
        </Button>
      }
    >
      {t('post.list.noMatch.text')}
    </EmptyState>
  );
}
