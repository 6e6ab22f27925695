import type { ReactNode } from 'react';
import classes from './filters.module.css';

/** A titled group of filters. */
export function FilterSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={classes['section']}>
      <legend className={classes['legend']}>{title}</legend>
      {children}
    </fieldset>
  );
}
