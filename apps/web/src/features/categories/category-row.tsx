import { Checkbox } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Category } from '@waypost/contract/categories';
import { useTranslation } from 'react-i18next';
import { CategoryIcon } from '../../blocks/category-icon/category-icon.tsx';
import { Icon } from '../../ui/icon.tsx';
import { DragHandle } from '../../ui/order-buttons.tsx';
import type { DragOrder } from '../../ui/use-drag-order.ts';
import classes from './category-rows.module.css';
import type { RowActions } from './category-rows.tsx';

interface Props extends RowActions {
  category: Category;
  handle: DragOrder['handle'];
}

export function CategoryRow({ category, handle, chosen, isSearched, onChoose, onDelete }: Props) {
  const { t } = useTranslation();
  const { id, tag, icon, color, description, role } = category;
  return (
    <div className={classes['row']} data-chosen={chosen.has(id) || undefined}>
      <Checkbox
        aria-label={t('categories.select', { name: tag })}
        checked={chosen.has(id)}
        onChange={(event) => onChoose(id, event.currentTarget.checked)}
      />
      {!isSearched && <DragHandle id={`category${id}`} label={tag} handle={handle} />}
      <CategoryIcon icon={icon} color={color} size={20} />
      <span className={classes['words']}>
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
      <button
        type="button"
        className={classes['delete']}
        aria-label={t('categories.remove', { name: tag })}
        onClick={() => onDelete(category)}
      >
        <Icon of={IconTrash} size={18} />
      </button>
    </div>
  );
}
