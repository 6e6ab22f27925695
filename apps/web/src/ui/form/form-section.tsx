import type { ReactNode } from 'react';
import classes from './form-section.module.css';

interface Props {
  title: string;
  /** What belongs here, where that is not plain. */
  lead?: ReactNode;
  /** For what cannot be undone. */
  tone?: 'danger';
  children: ReactNode;
}

/** A part of a form or page with a heading of its own. */
export function FormSection({ title, lead, tone, children }: Props) {
  return (
    <section className={classes['section']} data-tone={tone}>
      <h2 className={classes['title']}>{title}</h2>
      {lead && <p className={classes['lead']}>{lead}</p>}
      <div className={classes['fields']}>{children}</div>
    </section>
  );
}
