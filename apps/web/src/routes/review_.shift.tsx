import { createFileRoute, redirect } from '@tanstack/react-router';
import { storeReturnUrl } from '../api/return-url.ts';
import { getCurrentAccount, hasPermission } from '../api/session.ts';
import { ShiftPage } from '../features/shift/shift-page.tsx';

/** The shift view, for users with Manage Posts. */
export const Route = createFileRoute('/review_/shift')({
  beforeLoad: ({ location }) => {
    const account = getCurrentAccount();
    if (!account) {
      storeReturnUrl(location.href);
      throw redirect({ to: '/login', search: { why: 'forbidden' } });
    }
    if (!hasPermission(account, 'Manage Posts')) throw redirect({ to: '/forbidden' });
  },
  component: ShiftPage,
});
