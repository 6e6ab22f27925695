import { createRootRoute, Outlet, useMatches } from '@tanstack/react-router';
import { AppFrame } from '../features/shell/app-frame.tsx';
import { RefusalWatch } from '../features/shell/refusal-watch.tsx';
import { Announcer } from '../ui/announcer.tsx';
import { NotFound } from '../ui/page-message.tsx';
import { sendVisitorsToLogin } from './-private-site.ts';

export const Route = createRootRoute({
  beforeLoad: ({ location }) => sendVisitorsToLogin(location),
  component: Root,
  notFoundComponent: NotFound,
});

function Root() {
  const bare = useMatches({ select: (matches) => matches.some((it) => it.staticData.bare) });
  const overMap = useMatches({ select: (matches) => matches.some((it) => it.routeId === '/_map') });
  return (
    <>
      <RefusalWatch />
      {bare ? (
        <Outlet />
      ) : (
        <AppFrame overMap={overMap}>
          <Outlet />
        </AppFrame>
      )}
      <Announcer />
    </>
  );
}
