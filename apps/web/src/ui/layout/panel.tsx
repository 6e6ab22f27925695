import type { ReactNode } from 'react';
import classes from './panel.module.css';

interface PanelProps {
  /** Stays while the body scrolls: title, search, filters. */
  header?: ReactNode;
  /** Stays at the bottom, under the thumb: the main action of a form. */
  footer?: ReactNode;
  children: ReactNode;
}

/** The inside of the panel on a desk and of the sheet on a phone: a head, a body that scrolls, a foot. */
export function Panel({ header: head, footer: foot, children }: PanelProps) {
  return (
    <div className={classes['panel']}>
      {head && <div className={classes['head']}>{head}</div>}
      {/* In reach of the keyboard, or a text without links in it could not be scrolled. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role */}
      <div className={classes['body']} role="group" tabIndex={0}>
        {children}
      </div>
      {foot && <div className={classes['foot']}>{foot}</div>}
    </div>
  );
}
