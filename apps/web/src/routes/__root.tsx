import { createRootRoute, Outlet, useMatches } from '@tanstack/react-router';
import { useEffect } from 'react';
import { refreshStaleConfig, useConfig } from '../api/config.ts';
import { useAccount, useIsLoggedOut, useLogoutCount } from '../api/session.ts';
import { FeaturePage } from '../blocks/feature-notice/feature-notice.tsx';
import { NoAccessPage } from '../features/shell/errors/no-access-page.tsx';
import { AppFrame } from '../features/shell/layout/app-frame.tsx';
import { LoggedOutPage } from '../features/shell/logged-out-page.tsx';
import { AccessErrorWatcher } from '../features/shell/notices/access-error-watcher.tsx';
import { PlanLimitWatcher } from '../features/shell/notices/plan-limit-watcher.tsx';
import { Announcer } from '../ui/feedback/announcer.tsx';
import { NotFound } from '../ui/layout/page-message.tsx';
import { setAppName } from '../ui/layout/screen-title.tsx';
import { AfterLogin } from './-after-login.tsx';
import { blockFraming } from './-frame-guard.ts';
import { GlobalDialogs } from './-global-dialogs.tsx';
import { IdleDeviceBar } from './-idle-device-bar.tsx';
import { LazyImportWatcher } from './-import-watcher.tsx';
import { useMissingFeature } from './-missing-feature.ts';
import { hasNoAccess, redirectVisitorsToLogin } from './-private-deployment.ts';

export const Route = createRootRoute({
  beforeLoad: ({ location }) => {
    blockFraming(location);
    if (location.pathname !== '/verifier') refreshStaleConfig();
    redirectVisitorsToLogin(location);
  },
  component: Root,
  notFoundComponent: NotFound,
});

/** Remounted after a logout, so that no form in any tab keeps its input. */
function Root() {
  return <Screens key={useLogoutCount()} />;
}

function Screens() {
  const settings = useConfig();
  const account = useAccount();
  const isLoggedOut = useIsLoggedOut();
  const { site } = settings;
  // The name may change in another tab or be changed by another user.
  useEffect(() => setAppName(site.name), [site.name]);
  const isFrameless = useMatches({
    select: (matches) => matches.some((match) => match.staticData.isFrameless),
  });
  const missingFeature = useMissingFeature();
  // These areas keep their own frame, and show in it what is missing.
  const hasOwnFrame = useMatches({
    select: (matches) => matches.some((match) => match.routeId === '/_map' || match.routeId === '/settings'),
  });
  if (!isFrameless && isLoggedOut) return <LoggedOutPage />;
  if (!isFrameless && hasNoAccess(account, settings)) return <NoAccessPage />;
  return (
    <>
      <AccessErrorWatcher />
      <PlanLimitWatcher />
      {isFrameless ? (
        <Outlet />
      ) : (
        <AppFrame hasOwnMain={hasOwnFrame} notices={<IdleDeviceBar />}>
          {missingFeature && !hasOwnFrame ? <FeaturePage feature={missingFeature} /> : <Outlet />}
        </AppFrame>
      )}
      {!isFrameless && <AfterLogin />}
      {!isFrameless && <LazyImportWatcher />}
      <GlobalDialogs />
      <Announcer />
    </>
  );
}
