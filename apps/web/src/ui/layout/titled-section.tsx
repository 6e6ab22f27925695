import { type ComponentPropsWithRef, useId } from 'react';
import classes from './titled-section.module.css';

/** A part of a side panel with its heading, which names the region. Other properties are those of the element. */
export function TitledSection({
  title,
  children,
  ...section
}: ComponentPropsWithRef<'section'> & { title: string }) {
  const id = useId();
  return (
    <section {...section} className={classes['section']} aria-labelledby={id}>
      <h2 id={id} className={classes['heading']}>
        {title}
      </h2>
      {children}
    </section>
  );
}
