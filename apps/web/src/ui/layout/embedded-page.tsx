import type { ReactNode } from 'react';
import classes from './embedded-page.module.css';

/** A screen alone, for a frame in somebody else's page: it fills the frame, and only its middle scrolls. */
export const EmbeddedPage = ({ children }: { children: ReactNode }) => (
  <main className={classes['page']}>{children}</main>
);
