import '@mantine/core/styles/Checkbox.layer.css';
import { Button, Checkbox } from '@mantine/core';
import { IconArrowMerge, IconArrowsMove, IconTrash } from '@tabler/icons-react';
import type { Category } from '@waypost/contract/categories/categories';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CategoryBranch } from '../../blocks/category-selector/category-tree.ts';
import { Icon } from '../../ui/display/icon.tsx';
import { announceMove } from '../../ui/form/reorder-buttons.tsx';
import { useDragOrder } from '../../ui/form/use-drag-order.ts';
import { BulkDelete } from './bulk-delete.tsx';
import { CategoryRow } from './category-row.tsx';
import classes from './category-rows.module.css';
import { BulkMerge, BulkMove } from './move-and-merge.tsx';
import { useReorderCategories } from './use-categories.ts';

interface Props {
  tree: readonly CategoryBranch[];
  /** Some are left out, so that there is no order to change. */
  isFiltered: boolean;
}

/** What the rows share. */
interface RowActions {
  chosen: ReadonlySet<number>;
  onChoose: (id: number, isOn: boolean) => void;
  onDelete: (category: Category) => void;
  isFiltered: boolean;
}

/** Rows of the top level that are drawn at once; more, when they are asked for. */
const rowsPerStep = 200;

const moveItem = (siblings: readonly Category[], from: number, to: number): Category[] => {
  const next = [...siblings];
  next.splice(to, 0, ...next.splice(from, 1));
  return next;
};

/** Siblings in their order, and what changes it. */
function useSiblingOrder(siblings: readonly Category[]) {
  const { t } = useTranslation();
  const order = useReorderCategories();
  const put = (from: number, by: number): Category | undefined => {
    const [it, to] = [siblings[from], from + by];
    if (!it || to < 0 || to >= siblings.length) return undefined;
    order(moveItem(siblings, from, to));
    return it;
  };
  const latest = useRef(put);
  useEffect(() => {
    latest.current = put;
  });
  const drag = useDragOrder({
    onMove: (from, by) => {
      const it = put(from, by);
      if (!it) return;
      const announcement = t('order.moved', { label: it.tag, at: from + by + 1, count: siblings.length });
      announceMove(announcement, `category${it.id}-handle`);
    },
  });
  /** The same function each time. */
  const step = useCallback((from: number, by: -1 | 1) => void latest.current(from, by), []);
  return { ...drag, step };
}

/** The rows of categories: parents with their children below them, each to open, choose, move and delete. */
export function CategoryRows({ tree, isFiltered: isSearched }: Props) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [deleting, setDeleting] = useState<readonly Category[] | null>(null);
  const [moving, setMoving] = useState<{ how: 'move' | 'merge'; categories: readonly Category[] } | null>(
    null,
  );
  const deselect = (ids: readonly number[]) =>
    setChosen((before) => new Set([...before].filter((id) => !ids.includes(id))));
  const all = tree.flatMap(({ category, children }) => [category, ...children]);
  const selected = all.filter(({ id }) => chosen.has(id));
  const [drawn, setDrawn] = useState(rowsPerStep);
  const { listRef: list, handleProps: handle, step } = useSiblingOrder(tree.map((it) => it.category));
  const onChoose = useCallback((id: number, isOn: boolean) => {
    setChosen((before) => {
      const next = new Set(before);
      if (isOn) next.add(id);
      else next.delete(id);
      return next;
    });
  }, []);
  const onDelete = useCallback((category: Category) => setDeleting([category]), []);
  const actions: RowActions = { chosen, isFiltered: isSearched, onChoose, onDelete };
  return (
    <div className={classes['card']}>
      <div className={classes['bar']}>
        <Checkbox
          checked={selected.length === all.length}
          indeterminate={selected.length > 0 && selected.length < all.length}
          onChange={(event) => setChosen(new Set(event.currentTarget.checked ? all.map(({ id }) => id) : []))}
          label={
            selected.length === 0
              ? t('categories.selectAll')
              : t('categories.selected', { count: selected.length })
          }
        />
        {selected.length > 0 ? (
          <span className={classes['actions']}>
            <Button
              size="sm"
              variant="default"
              leftSection={<Icon icon={IconArrowsMove} size={18} />}
              onClick={() => setMoving({ how: 'move', categories: selected })}
            >
              {t('categories.move.action')}
            </Button>
            <Button
              size="sm"
              variant="default"
              leftSection={<Icon icon={IconArrowMerge} size={18} />}
              onClick={() => setMoving({ how: 'merge', categories: selected })}
            >
              {t('categories.merge.action')}
            </Button>
            <Button
              size="sm"
              variant="outline"
              color="red"
              leftSection={<Icon icon={IconTrash} size={18} />}
              onClick={() => setDeleting(selected)}
            >
              {t('categories.delete.bulk.action')}
            </Button>
          </span>
        ) : (
          isSearched && <span className={classes['note']}>{t('categories.sorted')}</span>
        )}
      </div>
      <ul ref={list} className={classes['rows']} aria-label={t('settings.entry.categories.title')}>
        {tree.slice(0, drawn).map((branch, at) => (
          <li key={branch.category.id} className={classes['branch']}>
            <CategoryRow
              category={branch.category}
              dragHandle={isSearched ? null : handle}
              index={at}
              siblingCount={tree.length}
              onMove={step}
              isChosen={chosen.has(branch.category.id)}
              onChoose={onChoose}
              onDelete={onDelete}
            />
            {branch.children.length > 0 && <ChildCategories branch={branch} actions={actions} />}
          </li>
        ))}
      </ul>
      {tree.length > drawn && (
        <div className={classes['more']}>
          <Button variant="default" size="md" onClick={() => setDrawn(drawn + rowsPerStep)}>
            {t('categories.showMore', { count: Math.min(rowsPerStep, tree.length - drawn) })}
          </Button>
          <span className={classes['note']}>{t('categories.shown', { count: drawn, all: tree.length })}</span>
        </div>
      )}
      {deleting && <BulkDelete categories={deleting} onDone={deselect} onClose={() => setDeleting(null)} />}
      {moving?.how === 'move' && (
        <BulkMove categories={moving.categories} onDone={deselect} onClose={() => setMoving(null)} />
      )}
      {moving?.how === 'merge' && (
        <BulkMerge categories={moving.categories} onDone={deselect} onClose={() => setMoving(null)} />
      )}
    </div>
  );
}

function ChildCategories({
  branch: { category, children },
  actions,
}: {
  branch: CategoryBranch;
  actions: RowActions;
}) {
  const { t } = useTranslation();
  const { listRef: list, handleProps: handle, step } = useSiblingOrder(children);
  return (
    <ul ref={list} className={classes['rows']} aria-label={t('categories.below', { name: category.tag })}>
      {children.map((child, at) => (
        <li key={child.id} className={classes['child']}>
          <CategoryRow
            category={child}
            dragHandle={actions.isFiltered ? null : handle}
            index={at}
            siblingCount={children.length}
            onMove={step}
            isChosen={actions.chosen.has(child.id)}
            onChoose={actions.onChoose}
            onDelete={actions.onDelete}
          />
        </li>
      ))}
    </ul>
  );
}
