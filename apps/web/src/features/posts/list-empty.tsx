import { Button } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { modeOf } from '../../blocks/post-search/post-mode.ts';
import { countFilters, withoutFilters } from '../../blocks/post-search/post-search.ts';
import { EmptyState } from '../../ui/states.tsx';
import { useChangeSearch } from './filters/use-change-search.ts';

/** No posts: none there yet, or none that the filters let through (spec 2 §2). */
export function ListEmpty() {
  const { t } = useTranslation();
  const search = useSearch({ from: '/_map' });
  const change = useChangeSearch();
  if (countFilters(search) === 0 && modeOf(search).kind === 'collection')
    return <EmptyState title={t('collection.empty.title')}>{t('collection.empty.text')}</EmptyState>;
  if (countFilters(search) === 0)
    return <EmptyState title={t('post.list.none.title')}>{t('post.list.none.text')}</EmptyState>;
  return (
    <EmptyState
      title={t('post.list.noMatch.title')}
      action={
        <Button variant="default" onClick={() => change(withoutFilters)}>
          {t('post.list.noMatch.clear')}
        </Button>
      }
    >
      {t('post.list.noMatch.text')}
    </EmptyState>
  );
}
