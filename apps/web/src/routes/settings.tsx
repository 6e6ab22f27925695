import { createFileRoute, Outlet, redirect } from '@tanstack/react-router';
import { storeReturnUrl } from '../api/return-url.ts';
import { getCurrentAccount } from '../api/session.ts';
import { canOpenSettings } from '../blocks/settings/settings-entries.ts';
import { SettingsFrame } from '../features/settings/settings-frame.tsx';

/** The settings area. A user without the permission of a page is sent to the start page, a visitor to the login (spec 3 §6). */
export const Route = createFileRoute('/settings')({
  beforeLoad: ({ location }) => {
    const account = getCurrentAccount();
    if (!account) {
      storeReturnUrl(location.href);
      throw redirect({ to: '/login', search: { why: 'forbidden' } });
    }
    if (!canOpenSettings(account, location.pathname)) throw redirect({ to: '/' });
  },
  component: Settings,
});

function Settings() {
  return (
    <SettingsFrame>
      <Outlet />
    </SettingsFrame>
  );
}
