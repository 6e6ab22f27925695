import type { ReactNode } from 'react';
import { SkipLink } from '../../ui/skip-link.tsx';
import classes from './app-frame.module.css';
import { ModeBar } from './mode-bar.tsx';
import { OfflineBar } from './offline-bar.tsx';

/** The frame of every screen: modes at the side or the bottom, the screen in the rest. */
export function AppFrame({ children }: { children: ReactNode }) {
  return (
    <div className={classes['frame']}>
      <SkipLink />
      <ModeBar />
      <div className={classes['stage']}>
        <OfflineBar />
        <div className={classes['screen']}>{children}</div>
      </div>
    </div>
  );
}
