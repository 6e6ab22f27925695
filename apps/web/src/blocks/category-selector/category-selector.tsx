/**
 * Selects categories (spec 3 §2): shows the first two and the selected ones, the rest after a click, with a search if there
 * are many. Those who may create categories can add one here.
 */
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { Category } from '@waypost/contract/categories/categories';
import { lazy, Suspense, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHasPermission } from '../../api/session.ts';
import { Icon } from '../../ui/display/icon.tsx';
import { SearchField } from '../../ui/form/search-field.tsx';
import { CategoryCheckboxes } from './category-checkboxes.tsx';
import classes from './category-selector.module.css';
import type { CategoryBranch } from './category-tree.ts';
import { filterBranches, listInitialBranches, maxVisibleBoxes, searchThreshold } from './visible-branches.ts';

const LazyNewCategory = lazy(() => import('./new-category.tsx'));

interface Props {
  tree: readonly CategoryBranch[];
  /** Ids. */
  selectedIds: readonly string[];
  /** Called with the toggled id; see `toggleCategory` for parents and children. */
  onToggle: (id: number) => void;
  /** `md` in report forms, `sm` in filters. */
  size?: 'sm' | 'md';
  /** Number of posts of a category; undefined while loading. Without it, no numbers are shown. */
  getCount?: (id: number) => number | undefined;
  /** Called after a category was created here: adds it to the tree and selects it. */
  onCreated: (created: Category) => Promise<void> | void;
}

/** The selector, with its search and the form for a new category. */
export function CategorySelector({ tree, selectedIds, onToggle, size = 'sm', getCount, onCreated }: Props) {
  const { t } = useTranslation();
  const [showsAll, setShowsAll] = useState(false);
  const [isCreating, setCreating] = useState(false);
  const [searchText, setSearchText] = useState('');
  const canCreate = useHasPermission('Manage Settings');
  const listId = useId();
  const initialBranches = listInitialBranches(tree, selectedIds);
  const matching = showsAll ? filterBranches(tree, searchText) : initialBranches;
  const visible = matching.slice(0, maxVisibleBoxes);
  return (
    <div className={classes['selector']}>
      {showsAll && tree.length > searchThreshold && (
        <SearchField label={t('category.search')} value={searchText} onSearch={setSearchText} size={size} />
      )}
      <div id={listId}>
        <CategoryCheckboxes
          size={size}
          tree={visible}
          selectedIds={selectedIds}
          onToggle={onToggle}
          getCount={getCount}
        />
      </div>
      {showsAll && matching.length === 0 && <p className={classes['note']}>{t('category.noneFound')}</p>}
      {matching.length > visible.length && (
        <p className={classes['note']}>{t('category.more', { count: matching.length - visible.length })}</p>
      )}
      <div className={classes['actions']}>
        {initialBranches.length < tree.length && (
          <Button
            variant="subtle"
            size={size}
            aria-expanded={showsAll}
            aria-controls={listId}
            onClick={() => {
              setShowsAll(!showsAll);
              setSearchText('');
            }}
          >
            {showsAll ? t('category.showFewer') : t('category.showAll', { count: tree.length })}
          </Button>
        )}
        {canCreate && !isCreating && (
          <Button
            variant="subtle"
            size={size}
            leftSection={<Icon icon={IconPlus} size={16} />}
            onClick={() => setCreating(true)}
          >
            {t('category.add')}
          </Button>
        )}
      </div>
      {isCreating && (
        <Suspense fallback={null}>
          <LazyNewCategory
            parents={tree.filter(({ category }) => category.parent === undefined).map((it) => it.category)}
            onCreated={async (created) => {
              await onCreated(created);
              setCreating(false);
            }}
            onCancel={() => setCreating(false)}
          />
        </Suspense>
      )}
    </div>
  );
}
