/** A small drawing of what others see instead of a place: the real place is a circle, the shown one a pin. */
import type { PlaceMask } from '@waypost/contract/surveys/place-masking';
import classes from './place-masking.module.css';

const realPlace = { x: 26, y: 34 };
const shownPlaces: Record<PlaceMask, { x: number; y: number } | null> = {
  rounded: { x: 32, y: 32 },
  displaced: { x: 44, y: 20 },
  grid: { x: 32, y: 32 },
  hidden: null,
};

/** Renders the drawing. */
export function PlaceMaskPicture({ mask }: { mask: PlaceMask }) {
  const shown = shownPlaces[mask];
  return (
    <svg viewBox="0 0 64 64" className={classes['picture']} aria-hidden="true">
      {mask === 'rounded' && <circle cx={shown?.x} cy={shown?.y} r="13" className={classes['area']} />}
      {mask === 'displaced' && (
        <>
          <circle cx={realPlace.x} cy={realPlace.y} r="18" className={classes['ring']} />
          <circle cx={realPlace.x} cy={realPlace.y} r="23" className={classes['line']} />
          <circle cx={realPlace.x} cy={realPlace.y} r="12" className={classes['line']} />
        </>
      )}
      {mask === 'grid' && (
        <>
          <rect x="16" y="16" width="32" height="32" className={classes['area']} />
          <path d="M16 4V60M48 4V60M4 16H60M4 48H60" className={classes['line']} />
        </>
      )}
      <circle cx={realPlace.x} cy={realPlace.y} r="4" className={classes['real']} />
      {shown && <circle cx={shown.x} cy={shown.y} r="5" className={classes['shown']} />}
      {mask === 'hidden' && <path d="M14 46L38 22" className={classes['cross']} />}
    </svg>
  );
}
