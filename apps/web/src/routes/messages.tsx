import { createFileRoute, redirect } from '@tanstack/react-router';
import { rememberAddress } from '../api/remembered-address.ts';
import { currentAccount, holds } from '../api/session.ts';
import { type InboxSearch, readInboxSearch } from '../features/messages/inbox-search.ts';
import { MessagesPage } from '../features/messages/messages-page.tsx';

/** What people wrote, for those who manage posts (ruling 16). */
export const Route = createFileRoute('/messages')({
  validateSearch: (raw: Record<string, unknown>): InboxSearch => readInboxSearch(raw),
  beforeLoad: ({ location }) => {
    const account = currentAccount();
    if (!account) {
      rememberAddress(location.href);
      throw redirect({ to: '/login', search: { why: 'forbidden' } });
    }
    if (!holds(account, 'Manage Posts')) throw redirect({ to: '/forbidden' });
  },
  component: MessagesPage,
});
