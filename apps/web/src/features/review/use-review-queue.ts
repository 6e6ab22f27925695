/** The review queue of a screen: open while the screen is shown, and renewed while somebody works on it. */
import { limits } from '@waypost/contract/common/limits';
import { readPost } from '@waypost/contract/posts/posts';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { notifyError } from '../../api/notify-error.ts';
import { buildEndpointQuery, queryClient } from '../../api/query-client.ts';
import type { ReviewSearch } from './filters/review-search.ts';
import { createReviewApi } from './review-api.ts';
import { ReviewQueue } from './review-queue.ts';
import type { ReviewState } from './review-types.ts';

/** Milliseconds between renewals while somebody works: a claim survives three that fail. */
const renewIntervalMs = (limits.claimSeconds * 1000) / 5;
/** Milliseconds after which new posts are looked for while nothing waits. */
const pollIntervalMs = 10_000;

const activityEvents = ['keydown', 'pointerdown', 'wheel', 'touchmove', 'focus'] as const;

/** Renews the claims as long as somebody uses the page. Without activity they expire, and others get the posts. */
function startRenewal(queue: ReviewQueue): () => void {
  let lastRenewedAt = Date.now();
  let isActive = false;
  const renew = () => {
    if (!isActive || Date.now() - lastRenewedAt < renewIntervalMs) return;
    isActive = false;
    lastRenewedAt = Date.now();
    void queue.renew();
  };
  const onActivity = () => {
    isActive = true;
    // Back after a pause: others may have taken the posts.
    renew();
  };
  const timer = setInterval(renew, renewIntervalMs / 4);
  for (const event of activityEvents) window.addEventListener(event, onActivity, { passive: true });
  return () => {
    clearInterval(timer);
    for (const event of activityEvents) window.removeEventListener(event, onActivity);
  };
}

/** A report that is not found does not keep the others from being reviewed. */
const loadPost = (id: number) =>
  queryClient.fetchQuery(buildEndpointQuery(readPost, { params: { id } })).catch((error: unknown) => {
    notifyError(error);
    return undefined;
  });

/** Opens the queue, and closes it when the page is left. @param firstId id of the report that comes first */
function startQueue(queue: ReviewQueue, firstId: number | undefined): () => void {
  void queue.open(firstId === undefined ? undefined : loadPost(firstId));
  const stopRenewal = startRenewal(queue);
  const timer = setInterval(() => {
    const { phase } = queue.getState();
    if (phase === 'waiting' && document.visibilityState === 'visible') void queue.fill();
  }, pollIntervalMs);
  const onHide = () => queue.close();
  const onShow = (event: PageTransitionEvent) => event.persisted && void queue.open();
  const onUnload = (event: BeforeUnloadEvent) => queue.getState().unsavedCount > 0 && event.preventDefault();
  window.addEventListener('pagehide', onHide);
  window.addEventListener('pageshow', onShow);
  window.addEventListener('beforeunload', onUnload);
  return () => {
    clearInterval(timer);
    stopRenewal();
    window.removeEventListener('pagehide', onHide);
    window.removeEventListener('pageshow', onShow);
    window.removeEventListener('beforeunload', onUnload);
    queue.close();
  };
}

/** A queue whose claims use the latest search. */
function createQueue(initialSearch: ReviewSearch) {
  let search = initialSearch;
  const queue = new ReviewQueue(createReviewApi(() => search));
  const setSearch = (changed: ReviewSearch) => {
    search = changed;
  };
  return { queue, setSearch, firstId: initialSearch.post };
}

/**
 * The queue of the current user.
 * @param search the filters, another one of which starts the queue again, and the report that comes first
 */
export function useReviewQueue(search: ReviewSearch): { queue: ReviewQueue; state: ReviewState } {
  const [{ queue, setSearch, firstId }] = useState(() => createQueue(search));
  const state = useSyncExternalStore(queue.subscribe, queue.getState);
  useEffect(() => startQueue(queue, firstId), [queue, firstId]);
  const key = JSON.stringify([
    search.form,
    search.source,
    search.waited,
    search.assignee,
    search.verification,
    search.first,
  ]);
  const shownKey = useRef(key);
  useEffect(() => {
    setSearch(search);
    if (shownKey.current === key) return;
    shownKey.current = key;
    void queue.restart();
  }, [queue, setSearch, key, search]);
  return { queue, state };
}
