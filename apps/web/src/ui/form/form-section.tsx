import type { ReactNode } from 'react';
import classes from './form-section.module.css';

interface Props {
  title: string;
  /** Explains the section, where the title does not. */
  lead?: ReactNode;
  /** `danger` for actions that cannot be undone. */
  tone?: 'danger';
  children: ReactNode;
}

/** A section of a form or page with its own heading. */
export function FormSection({ title, lead, tone, children }: Props) {
  return (
    <section className={classes['section']} data-tone={tone}>
      <h2 className={classes['title']}>{title}</h2>
      {lead && <p className={classes['lead']}>{lead}</p>}
      <div className={classes['fields']}>{children}</div>
    </section>
  );
}
