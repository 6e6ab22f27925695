import { IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Category } from '@waypost/contract/categories/categories';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { CategoryIcon } from '../../blocks/category-icon/category-icon.tsx';
import { Icon } from '../../ui/display/icon.tsx';
import { DragHandle, StepButtons } from '../../ui/form/reorder-buttons.tsx';
import type { DragOrder } from '../../ui/form/use-drag-order.ts';
import classes from './category-rows.module.css';

interface Props {
  category: Category;
  /** Absent where the order cannot be changed. */
  dragHandle: DragOrder['handleProps'] | null;
  /** Index among its siblings, from 0. */
  index: number;
  siblingCount: number;
  isChosen: boolean;
  /** With stable identity, so that only changed rows are rendered again. */
  onChoose: (id: number, isOn: boolean) => void;
  onDelete: (category: Category) => void;
  onMove: (at: number, by: -1 | 1) => void;
}

export const CategoryRow = memo(function CategoryRow(props: Props) {
  const {
    category,
    dragHandle: handle,
    index: at,
    siblingCount: count,
    isChosen,
    onChoose,
    onDelete,
    onMove: onStep,
  } = props;
  const { t } = useTranslation();
  const { id, tag, icon, color, description, role } = category;
  return (
    <div className={classes['row']} data-chosen={isChosen || undefined}>
      {/* The browser's own: a thousand of the library's take seconds to draw. */}
      <input
        type="checkbox"
        className={classes['box']}
        aria-label={t('categories.select', { name: tag })}
        checked={isChosen}
        onChange={(event) => onChoose(id, event.currentTarget.checked)}
      />
      {handle && <DragHandle id={`category${id}`} label={tag} handleProps={handle} />}
      <CategoryIcon icon={icon} color={color} size={20} />
      <span className={classes['content']}>
        <Link
          to="/settings/categories/$categoryId"
          params={{ categoryId: String(id) }}
          className={classes['name']}
          dir="auto"
        >
          {tag}
        </Link>
        {role && role.length > 0 && category.parent === undefined && (
          <span className={classes['mark']}>{t('categories.restricted')}</span>
        )}
        {description && (
          <span className={classes['text']} dir="auto">
            {description}
          </span>
        )}
      </span>
      {handle && (
        <span className={classes['steps']}>
          <StepButtons
            id={`category${id}`}
            label={tag}
            index={at}
            count={count}
            onStep={(by) => onStep(at, by)}
          />
        </span>
      )}
      <button
        type="button"
        className={classes['delete']}
        aria-label={t('categories.remove', { name: tag })}
        onClick={() => onDelete(category)}
      >
        <Icon icon={IconTrash} size={18} />
      </button>
    </div>
  );
});
