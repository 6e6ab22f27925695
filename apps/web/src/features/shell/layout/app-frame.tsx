import { trialTiers } from '@waypost/contract/settings/settings';
import { lazy, type ReactNode, Suspense } from 'react';
import { useConfig } from '../../../api/config.ts';
import { contentId, SkipLink } from '../../../ui/navigation/skip-link.tsx';
import { NavigationBar } from '../navigation/navigation-bar.tsx';
import { OfflineBar } from '../notices/offline-bar.tsx';
import classes from './app-frame.module.css';

// Few deployments are on trial, so few readers need its words.
const TrialNotices = lazy(() => import('../notices/trial-notices.tsx'));

interface Props {
  hasOwnMain: boolean;
  /** Above the screen: what is news on every one. */
  notices: ReactNode;
  children: ReactNode;
}

/**
 * The frame of every screen: modes at the side or the bottom, the screen in the rest.
 * @param hasOwnMain whether the screen brings its own main region, beside the map or a navigation
 */
export function AppFrame({ hasOwnMain: ownMain, notices: news, children }: Props) {
  const { site } = useConfig();
  return (
    <div className={classes['frame']}>
      <SkipLink />
      <NavigationBar />
      <div className={classes['stage']}>
        <OfflineBar />
        {news}
        {trialTiers.includes(site.tier) && (
          <Suspense fallback={null}>
            <TrialNotices />
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
