import type { ReactNode } from 'react';
import classes from './filters.module.css';

/** Filters of one kind under their name. */
export function FilterSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={classes['section']}>
      <legend className={classes['legend']}>{title}</legend>
      {children}
    </fieldset>
  );
}
