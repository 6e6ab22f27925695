import type { Category } from '@waypost/contract/categories/categories';
import { ColorDot } from '../../../blocks/color-dot/color-dot.tsx';
import classes from './values.module.css';

/** Categories by name, without those that the user may not see. */
export function CategoryChips({
  ids,
  categories,
}: {
  ids: readonly number[];
  categories: readonly Category[];
}) {
  const selectedCategories = ids.flatMap((id) => categories.find((category) => category.id === id) ?? []);
  return (
    <ul className={classes['chips']}>
      {selectedCategories.map(({ id, tag, color }) => (
        <li key={id}>
          {color && <ColorDot color={color} />}
          <span dir="auto">{tag}</span>
        </li>
      ))}
    </ul>
  );
}
