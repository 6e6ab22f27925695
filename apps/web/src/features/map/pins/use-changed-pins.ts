/** Refreshes the pins when posts change (spec 2 §9: checked every minute). */
import { useQuery } from '@tanstack/react-query';
import { listPosts } from '@waypost/contract/posts/posts';
import { useEffect, useRef } from 'react';
import { call } from '../../../api/call.ts';
import type { buildPostQuery } from '../../../blocks/post-search/post-query.ts';

/** Milliseconds between two checks (spec 2 §9). */
const pollIntervalMs = 60_000;

type PinQuery = ReturnType<typeof buildPostQuery>;

/** Fingerprint of the pins: number of posts and last change. */
async function fetchPinsFingerprint(query: PinQuery, signal: AbortSignal): Promise<string> {
  const latestQuery = { ...query, orderby: 'updated' as const, order_unlocked_on_top: false, limit: 1 };
  const { total_count, results } = await call(listPosts, { query: latestQuery }, { signal });
  return [total_count, results[0]?.id, results[0]?.updated].join(' ');
}

/**
 * @param isReady the map is drawn; the check must not delay the first pins
 * @param refresh reloads the pins; also called after the user changed a post
 */
export function useRefreshChangedPins(query: PinQuery, isReady: boolean, refresh: () => void): void {
  const key = ['posts', 'pins', 'state', query] as const;
  const { data } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => fetchPinsFingerprint(query, signal),
    enabled: isReady,
    staleTime: pollIntervalMs,
    refetchInterval: pollIntervalMs,
  });
  const lastSeen = useRef<{ query: PinQuery; data: string | undefined }>({ query, data });
  useEffect(() => {
    const previous = lastSeen.current;
    lastSeen.current = { query, data };
    // Other filters reload the pins anyway.
    if (
      previous.query === query &&
      previous.data !== undefined &&
      data !== undefined &&
      previous.data !== data
    )
      refresh();
  }, [query, data, refresh]);
}
