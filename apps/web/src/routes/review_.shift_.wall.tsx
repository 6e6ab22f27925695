import { createFileRoute, redirect } from '@tanstack/react-router';
import { storeReturnUrl } from '../api/return-url.ts';
import { getCurrentAccount, hasPermission } from '../api/session.ts';
import { ShiftWall } from '../features/shift/shift-wall.tsx';

/** The shift view for a large display, without navigation. */
export const Route = createFileRoute('/review_/shift_/wall')({
  staticData: { isFrameless: true },
  beforeLoad: ({ location }) => {
    const account = getCurrentAccount();
    if (!account) {
      storeReturnUrl(location.href);
      throw redirect({ to: '/login', search: { why: 'forbidden' } });
    }
    if (!hasPermission(account, 'Manage Posts')) throw redirect({ to: '/forbidden' });
  },
  component: ShiftWall,
});
