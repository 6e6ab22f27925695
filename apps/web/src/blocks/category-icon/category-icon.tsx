/** A category's icon in its colour; a dot until the drawing is there. It decorates the name beside it. */
import { markerColor } from '@waypost/survey-logic/post-display';
import { lazy, Suspense } from 'react';
import classes from './category-icon.module.css';

const LazyCategoryIconDrawing = lazy(() => import('./category-icon-drawing.tsx'));

interface Props {
  icon: string;
  color: string | null;
  /** Pixels. */
  size?: number;
}

export function CategoryIcon({ icon, color, size = 18 }: Props) {
  return (
    <span className={classes['icon']} style={color ? { color: markerColor(color) } : {}} aria-hidden="true">
      <Suspense fallback={<span className={classes['dot']} />}>
        <LazyCategoryIconDrawing name={icon} size={size} />
      </Suspense>
    </span>
  );
}
