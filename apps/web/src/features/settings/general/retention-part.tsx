import type { ReactNode } from 'react';
import classes from './post-retention.module.css';

interface Props {
  title: string;
  lead: string;
  children: ReactNode;
}

/** A part of the section about retention, with its own heading and button. */
export function RetentionPart({ title, lead, children }: Props) {
  return (
    <section className={classes['part']} aria-label={title}>
      <h3 className={classes['heading']}>{title}</h3>
      <p className={classes['lead']}>{lead}</p>
      {children}
    </section>
  );
}
