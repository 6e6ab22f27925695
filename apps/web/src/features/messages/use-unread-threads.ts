import { useQuery } from '@tanstack/react-query';
import { listThreads } from '@waypost/contract/messages/messages';
import { listReporterThreads } from '@waypost/contract/receipts/receipts';
import { buildEndpointQuery } from '../../api/query-client.ts';
import { threadPageOptions } from './thread-query.ts';

const unreadOnly = { query: { state: 'unread', limit: 1 } } as const;

/** How many conversations of each kind have messages that nobody of the team has seen; 0 until that is loaded. */
export function useUnreadThreads(): { contacts: number; reporters: number } {
  const contacts = useQuery({ ...buildEndpointQuery(listThreads, unreadOnly), ...threadPageOptions });
  const reporters = useQuery({
    ...buildEndpointQuery(listReporterThreads, unreadOnly),
    ...threadPageOptions,
  });
  return { contacts: contacts.data?.total_count ?? 0, reporters: reporters.data?.total_count ?? 0 };
}
