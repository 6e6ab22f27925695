/** A category's icon in its color, light or dark enough to be seen; a dot while the drawing is loading. Hidden from screen readers: the name stands beside it. */
import { markerColor } from '@waypost/survey-logic/post-display';
import { type CSSProperties, lazy, Suspense } from 'react';
import classes from './category-icon.module.css';

const LazyCategoryIconDrawing = lazy(() => import('./category-icon-drawing.tsx'));

interface Props {
  icon: string;
  color: string | null;
  /** Pixels. */
  size?: number;
}

/** Shows the icon of a category. */
export function CategoryIcon({ icon, color, size = 18 }: Props) {
  return (
    <span
      className={classes['icon']}
      data-colored={color ? true : undefined}
      style={color ? ({ '--category-color': markerColor(color) } as CSSProperties) : {}}
      aria-hidden="true"
    >
      <Suspense fallback={<span className={classes['dot']} />}>
        <LazyCategoryIconDrawing name={icon} size={size} />
      </Suspense>
    </span>
  );
}
