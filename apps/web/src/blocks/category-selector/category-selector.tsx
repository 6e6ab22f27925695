/**
 * Choosing categories (spec 3 §2): the first two and what is chosen, the rest behind a press, with a search where they are
 * many; and a new one on the spot, for those who may make categories.
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
  /** What a choice does to parent and children, `toggleCategory` says. */
  onToggle: (id: number) => void;
  /** `md` where people report, small where they filter. */
  size?: 'sm' | 'md';
  /** After one was made here: makes it one of those offered, and chooses it. */
  onCreated: (made: Category) => Promise<void> | void;
}

export function CategorySelector({
  tree,
  selectedIds: chosen,
  onToggle,
  size = 'sm',
  onCreated: onMade,
}: Props) {
  const { t } = useTranslation();
  const [showsAll, setShowsAll] = useState(false);
  const [isMaking, setMaking] = useState(false);
  const [words, setWords] = useState('');
  const mayMake = useHasPermission('Manage Settings');
  const listId = useId();
  const first = listInitialBranches(tree, chosen);
  const matching = showsAll ? filterBranches(tree, words) : first;
  const drawn = matching.slice(0, maxVisibleBoxes);
  return (
    <div className={classes['selector']}>
      {showsAll && tree.length > searchThreshold && (
        <SearchField label={t('category.search')} value={words} onSearch={setWords} size={size} />
      )}
      <div id={listId}>
        <CategoryCheckboxes size={size} tree={drawn} selectedIds={chosen} onToggle={onToggle} />
      </div>
      {showsAll && matching.length === 0 && <p className={classes['note']}>{t('category.noneFound')}</p>}
      {matching.length > drawn.length && (
        <p className={classes['note']}>{t('category.more', { count: matching.length - drawn.length })}</p>
      )}
      <div className={classes['actions']}>
        {first.length < tree.length && (
          <Button
            variant="subtle"
            size={size}
            aria-expanded={showsAll}
            aria-controls={listId}
            onClick={() => {
              setShowsAll(!showsAll);
              setWords('');
            }}
          >
            {showsAll ? t('category.showFewer') : t('category.showAll', { count: tree.length })}
          </Button>
        )}
        {mayMake && !isMaking && (
          <Button
            variant="subtle"
            size={size}
            leftSection={<Icon icon={IconPlus} size={16} />}
            onClick={() => setMaking(true)}
          >
            {t('category.add')}
          </Button>
        )}
      </div>
      {isMaking && (
        <Suspense fallback={null}>
          <LazyNewCategory
            parents={tree.filter(({ category }) => category.parent === undefined).map((it) => it.category)}
            onCreated={async (made) => {
              await onMade(made);
              setMaking(false);
            }}
            onCancel={() => setMaking(false)}
          />
        </Suspense>
      )}
    </div>
  );
}
