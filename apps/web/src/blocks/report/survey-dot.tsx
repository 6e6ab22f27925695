import { markerColor } from '@waypost/survey-logic/post-display';
import classes from './survey-dot.module.css';

/** A survey's colour beside its name. */
export const SurveyDot = ({ color }: { color: string | null }) => (
  <span className={classes['dot']} style={{ background: markerColor(color) }} />
);
