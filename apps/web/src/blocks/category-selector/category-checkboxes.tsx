/** Checkboxes for categories in two levels. */
import '@mantine/core/styles/Checkbox.layer.css';
import { Checkbox, type MantineSize } from '@mantine/core';
import type { Category } from '@waypost/contract/categories/categories';
import { useTranslation } from 'react-i18next';
import { resolveFormatLocale } from '../../ui/i18n/format-locale.ts';
import { CategoryIcon } from '../category-icon/category-icon.tsx';
import classes from '../survey-form/survey-form.module.css';
import type { CategoryBranch } from './category-tree.ts';

interface Props {
  tree: readonly CategoryBranch[];
  /** Ids. */
  selectedIds: readonly string[];
  /** Called with the toggled id; see `toggleCategory` for parents and children. */
  onToggle: (id: number) => void;
  /** `md` in report forms, `sm` in filters. */
  size?: MantineSize;
  /** Number of posts of a category; undefined while loading. */
  getCount?: ((id: number) => number | undefined) | undefined;
}

/** A list of checkboxes with nested lists; a parent with selected children is indeterminate. */
export function CategoryCheckboxes({ tree, selectedIds, onToggle, size = 'sm', getCount }: Props) {
  const { i18n } = useTranslation();
  const numberFormat = new Intl.NumberFormat(resolveFormatLocale(i18n.language));
  const isSelected = ({ id }: Category) => selectedIds.includes(String(id));
  const renderCheckbox = (category: Category, hasSelectedChild: boolean) => {
    const count = getCount?.(category.id);
    return (
      <Checkbox
        size={size}
        classNames={{ body: classes['option'] ?? '', input: classes['box'] ?? '' }}
        label={
          <span className={classes['category']}>
            <CategoryIcon icon={category.icon} color={category.color} />
            <span dir="auto">{category.tag}</span>
            {count !== undefined && (
              <span className={classes['count']} aria-hidden data-figures>
                {numberFormat.format(count)}
              </span>
            )}
          </span>
        }
        checked={isSelected(category)}
        indeterminate={hasSelectedChild && !isSelected(category)}
        onChange={() => onToggle(category.id)}
      />
    );
  };
  return (
    <ul className={classes['tree']} data-dense={size === 'sm' || undefined}>
      {tree.map(({ category, children }) => (
        <li key={category.id}>
          {renderCheckbox(category, children.some(isSelected))}
          {children.length > 0 && (
            <ul className={classes['branch']} aria-label={category.tag}>
              {children.map((child) => (
                <li key={child.id}>{renderCheckbox(child, false)}</li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ul>
  );
}
