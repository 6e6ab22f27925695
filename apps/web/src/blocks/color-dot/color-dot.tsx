import { markerColor } from '@waypost/survey-logic/post-display';
import classes from './color-dot.module.css';

/** The color of a survey or category beside its name. */
export const ColorDot = ({ color }: { color: string | null | undefined }) => (
  <span className={classes['dot']} style={{ background: markerColor(color) }} />
);
