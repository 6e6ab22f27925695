import type { ReactNode } from 'react';
import { contentId, SkipLink } from '../../ui/skip-link.tsx';
import classes from './app-frame.module.css';
import { ModeBar } from './mode-bar.tsx';
import { OfflineBar } from './offline-bar.tsx';

/**
 * The frame of every screen: modes at the side or the bottom, the screen in the rest.
 * @param overMap whether the screen brings its own main region, beside the map
 */
export function AppFrame({ overMap, children }: { overMap: boolean; children: ReactNode }) {
  return (
    <div className={classes['frame']}>
      <SkipLink />
      <ModeBar />
      <div className={classes['stage']}>
        <OfflineBar />
        {overMap ? (
          <div className={classes['screen']}>{children}</div>
        ) : (
          <main id={contentId} tabIndex={-1} data-quiet-focus className={classes['screen']}>
            {children}
          </main>
        )}
      </div>
    </div>
  );
}
