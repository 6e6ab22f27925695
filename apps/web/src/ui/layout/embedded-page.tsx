import type { ReactNode } from 'react';
import classes from './embedded-page.module.css';

/** A screen without navigation, for a frame in another site: it fills the frame, and only its content scrolls. */
export const EmbeddedPage = ({ children }: { children: ReactNode }) => (
  <main className={classes['page']}>{children}</main>
);
