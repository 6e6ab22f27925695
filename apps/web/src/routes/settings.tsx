import { createFileRoute, Outlet, redirect } from '@tanstack/react-router';
import { storeReturnUrl } from '../api/return-url.ts';
import { getCurrentAccount } from '../api/session.ts';
import { FeatureNotice } from '../blocks/feature-notice/feature-notice.tsx';
import { SettingsPage } from '../blocks/settings/settings-page.tsx';
import { SettingsFrame } from '../features/settings/settings-frame.tsx';
import { useMissingFeature } from './-missing-feature.ts';

/** The settings area. A user without the permission of a page is sent to the start page, a visitor to the login (spec 3 §6). */
export const Route = createFileRoute('/settings')({
  beforeLoad: async ({ location }) => {
    const account = getCurrentAccount();
    if (!account) {
      storeReturnUrl(location.href);
      throw redirect({ to: '/login', search: { why: 'forbidden' } });
    }
    const { canOpenSettings } = await import('../blocks/settings/settings-entries.ts');
    if (!canOpenSettings(account, location.pathname)) throw redirect({ to: '/' });
  },
  component: Settings,
});

function Settings() {
  const missingFeature = useMissingFeature();
  return (
    <SettingsFrame>
      {missingFeature ? (
        <SettingsPage>
          <FeatureNotice feature={missingFeature} />
        </SettingsPage>
      ) : (
        <Outlet />
      )}
    </SettingsFrame>
  );
}
