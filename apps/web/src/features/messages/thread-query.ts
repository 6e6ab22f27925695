import { keepPreviousData } from '@tanstack/react-query';
import type { InboxSearch } from './inbox-search.ts';

/** Conversations on a page. */
export const threadPageSize = 20;

/** How the pages of both lists are fetched: messages come in by themselves. */
export const threadPageOptions = {
  placeholderData: keepPreviousData,
  staleTime: 0,
  refetchInterval: 10_000,
} as const;

/** The query of the page of conversations that the address asks for. */
export const buildThreadQuery = ({ state, q, page = 1 }: InboxSearch) => ({
  state: state ?? ('all' as const),
  limit: threadPageSize,
  offset: (page - 1) * threadPageSize,
  ...(q ? { q } : {}),
});
