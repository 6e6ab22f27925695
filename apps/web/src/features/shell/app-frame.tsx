import { trialTiers } from '@waypost/contract/settings';
import { lazy, type ReactNode, Suspense } from 'react';
import { useConfig } from '../../api/config.ts';
import { contentId, SkipLink } from '../../ui/skip-link.tsx';
import classes from './app-frame.module.css';
import { ModeBar } from './mode-bar.tsx';
import { OfflineBar } from './offline-bar.tsx';

// Few deployments are on trial, so few readers need its words.
const TrialStrip = lazy(() => import('./trial-strip.tsx'));

interface Props {
  ownMain: boolean;
  /** Above the screen: what is news on every one. */
  news: ReactNode;
  children: ReactNode;
}

/**
 * The frame of every screen: modes at the side or the bottom, the screen in the rest.
 * @param ownMain whether the screen brings its own main region, beside the map or a navigation
 */
export function AppFrame({ ownMain, news, children }: Props) {
  const { site } = useConfig();
  return (
    <div className={classes['frame']}>
      <SkipLink />
      <ModeBar />
      <div className={classes['stage']}>
        <OfflineBar />
        {news}
        {trialTiers.includes(site.tier) && (
          <Suspense fallback={null}>
            <TrialStrip />
          </Suspense>
        )}
        {ownMain ? (
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
