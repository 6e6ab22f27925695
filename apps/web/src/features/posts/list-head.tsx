/** Above the list: how many posts there are, the search for words, the filters that are on, and other ways to look at it. */
import { ActionIcon, Button } from '@mantine/core';
import { IconLayoutList, IconTable } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import type { Post } from '@waypost/contract/posts';
import { lazy, type ReactNode, type RefObject, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '../../api/session.ts';
import { countFilters } from '../../blocks/post-search/post-search.ts';
import { Icon } from '../../ui/icon.tsx';
import { ScreenTitle } from '../../ui/screen-title.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import type { Selection } from './bulk/use-selection.ts';
import { FilterButton } from './filters/filter-button.tsx';
import { useChangeSearch } from './filters/use-change-search.ts';
import classes from './list-head.module.css';

const FilterChips = lazy(() => import('./filters/filter-chips.tsx'));
const ShareView = lazy(() => import('../../blocks/share/share-view.tsx'));
const BulkBar = lazy(() => import('./bulk/bulk-bar.tsx'));

const bulkPrivileges = ['update', 'delete', 'change_status'] as const;

/** List or table, for the screen that has room for both. */
function ViewSwitch() {
  const { t } = useTranslation();
  const isTable = useSearch({ from: '/_map' }).view === 'table';
  const change = useChangeSearch();
  return (
    <ActionIcon
      aria-label={t(isTable ? 'post.table.toList' : 'post.table.toTable')}
      title={t(isTable ? 'post.table.toList' : 'post.table.toTable')}
      onClick={() => change({ view: isTable ? undefined : 'table' })}
    >
      <Icon of={isTable ? IconLayoutList : IconTable} />
    </ActionIcon>
  );
}

/** What else the screen has to say above its list. */
export interface ListExtras {
  /** Instead of the plain title: which collection or saved search it is. */
  heading?: ReactNode;
  /** Under the filters. */
  tools?: ReactNode;
}

interface Props extends ListExtras {
  total: number | undefined;
  posts: readonly Post[];
  /** The open post. */
  selected: number | undefined;
  selection: Selection | null;
  onBulk: (isOn: boolean) => void;
  canBeTable: boolean;
  /** The button that opens the filters, which gets the focus back. */
  filterButton: RefObject<HTMLButtonElement | null>;
  isFiltering: boolean;
  onFilter: () => void;
}

export function ListHead(props: Props) {
  const { total, posts, selected, selection, onBulk, canBeTable, filterButton, isFiltering, onFilter } =
    props;
  const { heading, tools } = props;
  const { t } = useTranslation();
  const search = useSearch({ from: '/_map' });
  const change = useChangeSearch();
  const isMember = useAccount() !== null;
  const canBulk =
    isMember && posts.some((post) => bulkPrivileges.some((it) => post.allowed_privileges.includes(it)));
  return (
    <div className={classes['head']}>
      <div className={classes['line']}>
        {heading ?? <ScreenTitle title={t('post.list.title')} size="h4" />}
        <span className={classes['count']} data-figures>
          {total !== undefined && t('post.list.count', { count: total })}
        </span>
        <span className={classes['ways']}>
          {canBulk && !selection && (
            <Button size="compact-sm" variant="subtle" onClick={() => onBulk(true)}>
              {t('post.bulk.start')}
            </Button>
          )}
          <Suspense fallback={null}>
            <ShareView />
          </Suspense>
          {canBeTable && <ViewSwitch />}
        </span>
      </div>
      {selection ? (
        <Suspense fallback={null}>
          <BulkBar posts={posts} selection={selection} selected={selected} onClose={() => onBulk(false)} />
        </Suspense>
      ) : (
        <search className={classes['search']}>
          <SearchField
            className={classes['words'] ?? ''}
            label={t('post.list.search')}
            value={search.q ?? ''}
            onSearch={(words) => change({ q: words || undefined })}
          />
          <FilterButton ref={filterButton} isOpen={isFiltering} onClick={onFilter} />
        </search>
      )}
      {countFilters(search) > 0 && (
        <Suspense fallback={null}>
          <FilterChips onLast={() => filterButton.current?.focus()} />
        </Suspense>
      )}
      {tools}
    </div>
  );
}
