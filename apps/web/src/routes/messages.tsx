import { createFileRoute, redirect } from '@tanstack/react-router';
import { storeReturnUrl } from '../api/return-url.ts';
import { getCurrentAccount, hasPermission } from '../api/session.ts';
import { type InboxSearch, parseInboxSearch } from '../features/messages/inbox-search.ts';
import { MessagesPage } from '../features/messages/messages-page.tsx';

/** Inbound messages, for users with Manage Posts. */
export const Route = createFileRoute('/messages')({
  validateSearch: (raw: Record<string, unknown>): InboxSearch => parseInboxSearch(raw),
  beforeLoad: ({ location }) => {
    const account = getCurrentAccount();
    if (!account) {
      storeReturnUrl(location.href);
      throw redirect({ to: '/login', search: { why: 'forbidden' } });
    }
    if (!hasPermission(account, 'Manage Posts')) throw redirect({ to: '/forbidden' });
  },
  component: MessagesPage,
});
