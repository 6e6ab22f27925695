import { createRootRoute, Outlet, useMatches } from '@tanstack/react-router';
import { useEffect } from 'react';
import { renewConfig, useConfig } from '../api/config.ts';
import { useAccount, useDepartures, useIsLoggedOut } from '../api/session.ts';
import { FeaturePage } from '../blocks/feature-notice/feature-notice.tsx';
import { hasFeature } from '../blocks/feature-notice/features.ts';
import { AppFrame } from '../features/shell/app-frame.tsx';
import { LimitWatch } from '../features/shell/limit-watch.tsx';
import { LoggedOutPage } from '../features/shell/logged-out-page.tsx';
import { OutsiderPage } from '../features/shell/outsider-page.tsx';
import { RefusalWatch } from '../features/shell/refusal-watch.tsx';
import { Announcer } from '../ui/announcer.tsx';
import { useFetchedAtLeisure } from '../ui/fetched-at-leisure.ts';
import { loadLetters } from '../ui/letters.ts';
import { NotFound } from '../ui/page-message.tsx';
import { nameApp } from '../ui/screen-title.tsx';
import { AfterLogin } from './-after-login.tsx';
import { AskedDialogs } from './-asked-dialogs.tsx';
import { DeviceAtLeisure } from './-device-at-leisure.tsx';
import { keepOutOfFrames } from './-framed.ts';
import { ImportWatchAtLeisure } from './-import-watch.tsx';
import { isOutsider, sendVisitorsToLogin } from './-private-site.ts';

export const Route = createRootRoute({
  beforeLoad: ({ location }) => {
    keepOutOfFrames(location);
    if (location.pathname !== '/verifier') renewConfig();
    sendVisitorsToLogin(location);
  },
  component: Root,
  notFoundComponent: NotFound,
});

/** Mounted afresh when somebody has left: no form keeps what they typed, in no tab. */
function Root() {
  return <Screens key={useDepartures()} />;
}

function Screens() {
  const settings = useConfig();
  const account = useAccount();
  const isLoggedOut = useIsLoggedOut();
  const { features, site } = settings;
  // Saved in another tab, or by somebody else since the start.
  useEffect(() => nameApp(site.name), [site.name]);
  useFetchedAtLeisure(loadLetters, { since: 0 });
  const bare = useMatches({ select: (matches) => matches.some((it) => it.staticData.bare) });
  const wanted = useMatches({ select: (matches) => matches.flatMap((it) => it.staticData.feature ?? []) });
  const missing = wanted.find((feature) => !hasFeature(features, feature));
  const ownMain = useMatches({
    select: (matches) => matches.some((it) => it.routeId === '/_map' || it.routeId === '/settings'),
  });
  if (!bare && isLoggedOut) return <LoggedOutPage />;
  if (!bare && isOutsider(account, settings)) return <OutsiderPage />;
  return (
    <>
      <RefusalWatch />
      <LimitWatch />
      {bare ? (
        <Outlet />
      ) : (
        <AppFrame ownMain={ownMain && !missing} news={<DeviceAtLeisure />}>
          {missing ? <FeaturePage feature={missing} /> : <Outlet />}
        </AppFrame>
      )}
      {!bare && <AfterLogin />}
      {!bare && <ImportWatchAtLeisure />}
      <AskedDialogs />
      <Announcer />
    </>
  );
}
