/**
 * Choosing categories (spec 3 §2): the first two and what is chosen, the rest behind a press, with a search where they are
 * many; and a new one on the spot, for those who may make categories.
 */
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { Category } from '@waypost/contract/categories';
import { lazy, Suspense, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHolds } from '../../api/session.ts';
import { Icon } from '../../ui/icon.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { CategoryBoxes } from '../survey-form/category-boxes.tsx';
import type { CategoryBranch } from '../survey-form/category-tree.ts';
import classes from './category-selector.module.css';
import { branchesWith, drawnAtMost, firstBranches, searchedFrom } from './shown-branches.ts';

const NewCategory = lazy(() => import('./new-category.tsx'));

interface Props {
  tree: readonly CategoryBranch[];
  /** Ids. */
  chosen: readonly string[];
  /** What a choice does to parent and children, `toggleCategory` says. */
  onToggle: (id: number) => void;
  /** `md` where people report, small where they filter. */
  size?: 'sm' | 'md';
  /** After one was made here: makes it one of those offered, and chooses it. */
  onMade: (made: Category) => Promise<void> | void;
}

export function CategorySelector({ tree, chosen, onToggle, size = 'sm', onMade }: Props) {
  const { t } = useTranslation();
  const [showsAll, setShowsAll] = useState(false);
  const [isMaking, setMaking] = useState(false);
  const [words, setWords] = useState('');
  const mayMake = useHolds('Manage Settings');
  const listId = useId();
  const first = firstBranches(tree, chosen);
  const matching = showsAll ? branchesWith(tree, words) : first;
  const drawn = matching.slice(0, drawnAtMost);
  return (
    <div className={classes['selector']}>
      {showsAll && tree.length > searchedFrom && (
        <SearchField label={t('category.search')} value={words} onSearch={setWords} size={size} />
      )}
      <div id={listId}>
        <CategoryBoxes size={size} tree={drawn} chosen={chosen} onToggle={onToggle} />
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
            leftSection={<Icon of={IconPlus} size={16} />}
            onClick={() => setMaking(true)}
          >
            {t('category.add')}
          </Button>
        )}
      </div>
      {isMaking && (
        <Suspense fallback={null}>
          <NewCategory
            parents={tree.filter(({ category }) => category.parent === undefined).map((it) => it.category)}
            onMade={async (made) => {
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
