import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useSyncExternalStore } from 'react';
import { onApiError } from '../../../api/api-error-events.ts';
import { buildBackendUrl } from '../../../api/endpoint-url.ts';

/** Milliseconds before the next attempt; random, so that not all browsers retry at the same time. */
const getRetryDelayMs = () => 4000 + Math.random() * 3000;

let isServerUnavailable = false;
const listeners = new Set<() => void>();

/** Sets whether the server is unavailable. */
export function setServerUnavailable(value: boolean): void {
  isServerUnavailable = value;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

// Loaders of routes send requests before the frame is rendered: an effect would miss their errors.
onApiError('unavailable', () => setServerUnavailable(true));

/** Whether the server is unavailable. Polls it until it answers, then refetches failed queries. */
export function useServerUnavailable(): boolean {
  const isUnavailable = useSyncExternalStore(subscribe, () => isServerUnavailable);
  const cache = useQueryClient();
  const router = useRouter();
  useEffect(() => {
    if (!isUnavailable) return undefined;
    const poll = async () => {
      const answer = await fetch(buildBackendUrl('/health/ready')).catch(() => null);
      if (!answer || answer.status >= 500) return;
      setServerUnavailable(false);
      void cache.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
      if (router.state.matches.some(({ status }) => status === 'error')) void router.invalidate();
    };
    const timer = setInterval(() => void poll(), getRetryDelayMs());
    return () => clearInterval(timer);
  }, [isUnavailable, cache, router]);
  return isUnavailable;
}
