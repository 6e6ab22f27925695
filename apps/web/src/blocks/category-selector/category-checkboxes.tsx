/** Categories in two levels, each with a box. */
import '@mantine/core/styles/Checkbox.layer.css';
import { Checkbox, type MantineSize } from '@mantine/core';
import type { Category } from '@waypost/contract/categories/categories';
import { CategoryIcon } from '../category-icon/category-icon.tsx';
import classes from '../survey-form/survey-form.module.css';
import type { CategoryBranch } from './category-tree.ts';

interface Props {
  tree: readonly CategoryBranch[];
  /** Ids. */
  selectedIds: readonly string[];
  /** What a choice does to parent and children, `toggleCategory` says. */
  onToggle: (id: number) => void;
  /** `md` where people report, small where they filter. */
  size?: MantineSize;
}

export function CategoryCheckboxes({ tree, selectedIds: chosen, onToggle, size = 'sm' }: Props) {
  const isChosen = ({ id }: Category) => chosen.includes(String(id));
  const box = (category: Category, someInside: boolean) => (
    <Checkbox
      size={size}
      classNames={{ body: classes['option'] ?? '', input: classes['box'] ?? '' }}
      label={
        <span className={classes['category']}>
          <CategoryIcon icon={category.icon} color={category.color} />
          <span dir="auto">{category.tag}</span>
        </span>
      }
      checked={isChosen(category)}
      indeterminate={someInside && !isChosen(category)}
      onChange={() => onToggle(category.id)}
    />
  );
  return (
    <ul className={classes['tree']} data-dense={size === 'sm' || undefined}>
      {tree.map(({ category, children }) => (
        <li key={category.id}>
          {box(category, children.some(isChosen))}
          {children.length > 0 && (
            <ul className={classes['branch']} aria-label={category.tag}>
              {children.map((child) => (
                <li key={child.id}>{box(child, false)}</li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ul>
  );
}
