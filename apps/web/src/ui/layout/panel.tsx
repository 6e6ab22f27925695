import type { ReactNode } from 'react';
import classes from './panel.module.css';

interface PanelProps {
  /** Stays visible while the body scrolls: title, search, filters. */
  header?: ReactNode;
  /** Stays at the bottom: the main action of a form. */
  footer?: ReactNode;
  children: ReactNode;
}

/** The content of the side panel or, on a phone, of the sheet: a header, a body that scrolls, a footer. */
export function Panel({ header, footer, children }: PanelProps) {
  return (
    <div className={classes['panel']} data-panel>
      {header && <div className={classes['head']}>{header}</div>}
      {/* Focusable by keyboard: without links in it, the text could not be scrolled otherwise. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role */}
      <div className={classes['body']} role="group" tabIndex={0}>
        {children}
      </div>
      {footer && <div className={classes['foot']}>{footer}</div>}
    </div>
  );
}
