import { builtInRoles } from '@waypost/contract/common/permissions';
import { trialTiers } from '@waypost/contract/settings/settings';
import { lazy, type ReactNode, Suspense } from 'react';
import { useConfig } from '../../../api/config.ts';
import { useAccount } from '../../../api/session.ts';
import { dismissAdminSetup, useIsAdminSetupDue } from '../../../blocks/user/admin-setup.ts';
import { contentId, SkipLink } from '../../../ui/navigation/skip-link.tsx';
import { NavigationBar } from '../navigation/navigation-bar.tsx';
import { OfflineBar } from '../notices/offline-bar.tsx';
import classes from './app-frame.module.css';

// Lazy, since few deployments are trials, hidden or new.
const EmergencyBar = lazy(() => import('../notices/emergency-bar.tsx'));
const DefaultAccountBar = lazy(() => import('../notices/default-account-bar.tsx'));
const TrialNotices = lazy(() => import('../notices/trial-notices.tsx'));

interface Props {
  hasOwnMain: boolean;
  /** Notices above every screen. */
  notices: ReactNode;
  children: ReactNode;
}

/**
 * The frame of every screen: navigation at the side or the bottom, the screen in the remaining area.
 * @param hasOwnMain whether the screen renders its own main landmark, for example beside the map
 */
export function AppFrame({ hasOwnMain, notices, children }: Props) {
  const { site } = useConfig();
  const account = useAccount();
  const isAdminSetupDue = useIsAdminSetupDue(account);
  return (
    <div className={classes['frame']}>
      <SkipLink />
      <NavigationBar />
      <div className={classes['stage']}>
        <OfflineBar />
        {notices}
        {site.private && account?.role === builtInRoles.admin && (
          <Suspense fallback={null}>
            <EmergencyBar />
          </Suspense>
        )}
        {account && isAdminSetupDue && (
          <Suspense fallback={null}>
            <DefaultAccountBar onDismiss={() => dismissAdminSetup(account)} />
          </Suspense>
        )}
        {trialTiers.includes(site.tier) && (
          <Suspense fallback={null}>
            <TrialNotices />
          </Suspense>
        )}
        {hasOwnMain ? (
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
