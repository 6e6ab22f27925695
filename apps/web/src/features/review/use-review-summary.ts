/** How many posts wait for review. */
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { listClaims } from '@waypost/contract/review/claims';
import { readReviewSummary } from '@waypost/contract/review/review-summary';
import { useEffect, useMemo, useRef } from 'react';
import { buildEndpointQuery } from '../../api/query-client.ts';
import { buildEndpointKey } from '../../api/query-keys.ts';
import { toReviewFilters } from './filters/review-filters.ts';
import type { ReviewSearch } from './filters/review-search.ts';
import type { ReviewState } from './review-types.ts';

/** Milliseconds between two requests for what others have changed. */
export const reviewPollIntervalMs = 15_000;

/** The numbers of the waiting posts that match the filters. */
export function useReviewSummary({ form, source, waited, assignee, verification }: ReviewSearch) {
  // An instant is among the filters: a new one with every rendering would be a new request.
  const query = useMemo(
    () => toReviewFilters({ form, source, waited, assignee, verification }),
    [form, source, waited, assignee, verification],
  );
  return useQuery({
    ...buildEndpointQuery(readReviewSummary, { query }, { ignoresRefusal: true }),
    refetchInterval: reviewPollIntervalMs,
    placeholderData: keepPreviousData,
  });
}

/** Fetches the numbers, and the claims of others, again as soon as a decision or an undo is saved. */
export function useNumbersAfterSave({ unsavedCount, notice }: ReviewState): void {
  const cache = useQueryClient();
  const earlier = useRef({ unsavedCount, notice });
  useEffect(() => {
    const isSaved = unsavedCount < earlier.current.unsavedCount || notice !== earlier.current.notice;
    earlier.current = { unsavedCount, notice };
    if (!isSaved) return;
    for (const endpoint of [readReviewSummary, listClaims])
      void cache.invalidateQueries({ queryKey: buildEndpointKey(endpoint) });
  }, [cache, unsavedCount, notice]);
}
