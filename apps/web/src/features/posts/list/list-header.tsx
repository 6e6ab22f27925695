/** Header of the list: number of posts, search field, filter chips and view switches. */
import { ActionIcon, Button } from '@mantine/core';
import { IconLayoutList, IconTable } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import type { Post } from '@waypost/contract/posts/posts';
import { lazy, type ReactNode, type RefObject, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '../../../api/session.ts';
import { countActiveFilters } from '../../../blocks/post-search/post-search.ts';
import { Icon } from '../../../ui/display/icon.tsx';
import { SearchField } from '../../../ui/form/search-field.tsx';
import { ScreenTitle } from '../../../ui/layout/screen-title.tsx';
import { useShownBulkChange } from '../bulk/shown-bulk-change.ts';
import type { PostSelection } from '../bulk/use-post-selection.ts';
import { FilterButton } from '../filters/filter-button.tsx';
import { useUpdatePostSearch } from '../filters/use-change-search.ts';
import classes from './list-header.module.css';

const FilterChips = lazy(() => import('../filters/filter-chips.tsx'));
const ShareView = lazy(() => import('../../../blocks/share/share-view-button.tsx'));
const BulkActionBar = lazy(() => import('../bulk/bulk-action-bar.tsx'));
const BulkChangeBar = lazy(() => import('../bulk/bulk-change-bar.tsx'));

const bulkPrivileges = ['update', 'delete', 'change_status'] as const;

/** Switch between list and table, on screens with room for both. */
function ListTableSwitch() {
  const { t } = useTranslation();
  const isTable = useSearch({ from: '/_map' }).view === 'table';
  const change = useUpdatePostSearch();
  return (
    <ActionIcon
      aria-label={t(isTable ? 'post.table.toList' : 'post.table.toTable')}
      title={t(isTable ? 'post.table.toList' : 'post.table.toTable')}
      onClick={() => change({ view: isTable ? undefined : 'table' })}
    >
      <Icon icon={isTable ? IconLayoutList : IconTable} />
    </ActionIcon>
  );
}

/** Content that a screen adds to the header. */
export interface ListHeaderSlots {
  /** Replaces the plain title, for example with the name of a collection. */
  heading?: ReactNode;
  /** Shown below the filters. */
  tools?: ReactNode;
}

interface Props extends ListHeaderSlots {
  total: number | undefined;
  posts: readonly Post[];
  /** The open post. */
  selected: number | undefined;
  selection: PostSelection | null;
  onBulkModeChange: (isOn: boolean) => void;
  canShowTable: boolean;
  /** The button that opens the filters; it gets the focus back. */
  filterButton: RefObject<HTMLButtonElement | null>;
  isFiltering: boolean;
  onOpenFilters: () => void;
}

/** Renders the header of the list or table. */
export function ListHeader(props: Props) {
  const {
    total,
    posts,
    selected,
    selection,
    onBulkModeChange,
    canShowTable,
    filterButton,
    isFiltering,
    onOpenFilters,
  } = props;
  const { heading, tools } = props;
  const { t } = useTranslation();
  const search = useSearch({ from: '/_map' });
  const change = useUpdatePostSearch();
  const isMember = useAccount() !== null;
  // Its result stays when the list is empty after it.
  const shownBulkChange = useShownBulkChange();
  const canBulk =
    isMember &&
    posts.some((post) => bulkPrivileges.some((privilege) => post.allowed_privileges.includes(privilege)));
  return (
    <div className={classes['head']}>
      <div className={classes['titleRow']} data-own-heading={heading ? true : undefined}>
        <div className={classes['title']}>
          {heading ?? <ScreenTitle title={t('post.list.title')} size="h4" />}
          <span className={classes['count']} data-figures>
            {total !== undefined && t('post.list.count', { count: total })}
          </span>
        </div>
        <span className={classes['actions']}>
          {canBulk && !selection && (
            <Button size="compact-sm" variant="subtle" onClick={() => onBulkModeChange(true)}>
              {t('post.bulk.start')}
            </Button>
          )}
          <Suspense fallback={null}>
            <ShareView />
          </Suspense>
          {canShowTable && <ListTableSwitch />}
        </span>
      </div>
      {selection ? (
        <Suspense fallback={null}>
          <BulkActionBar
            posts={posts}
            total={total}
            selection={selection}
            onClose={() => onBulkModeChange(false)}
          />
        </Suspense>
      ) : (
        <search className={classes['search']}>
          <SearchField
            className={classes['searchField'] ?? ''}
            label={t('post.list.search')}
            value={search.q ?? ''}
            onSearch={(query) => change({ q: query || undefined })}
          />
          <FilterButton ref={filterButton} isOpen={isFiltering} onClick={onOpenFilters} />
        </search>
      )}
      {isMember && (canBulk || shownBulkChange !== null) && (
        <Suspense fallback={null}>
          <BulkChangeBar posts={posts} selected={selected} />
        </Suspense>
      )}
      {countActiveFilters(search) > 0 && (
        <Suspense fallback={null}>
          <FilterChips onLastRemoved={() => filterButton.current?.focus()} />
        </Suspense>
      )}
      {tools}
    </div>
  );
}
