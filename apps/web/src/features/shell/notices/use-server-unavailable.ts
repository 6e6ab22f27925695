import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { onApiError } from '../../../api/api-error-events.ts';
import { buildBackendUrl } from '../../../api/endpoint-url.ts';

/** Milliseconds before the next attempt; random, so that not all browsers retry at the same time. */
const getRetryDelayMs = () => 4000 + Math.random() * 3000;

/** Whether the server is unavailable. Polls it until it answers, then refetches failed queries. */
export function useServerUnavailable(): boolean {
  const [isUnavailable, setUnavailable] = useState(false);
  const cache = useQueryClient();
  const router = useRouter();
  useEffect(() => onApiError('unavailable', () => setUnavailable(true)), []);
  useEffect(() => {
    if (!isUnavailable) return undefined;
    const poll = async () => {
      const answer = await fetch(buildBackendUrl('/health/ready')).catch(() => null);
      if (!answer || answer.status >= 500) return;
      setUnavailable(false);
      void cache.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
      if (router.state.matches.some(({ status }) => status === 'error')) void router.invalidate();
    };
    const timer = setInterval(() => void poll(), getRetryDelayMs());
    return () => clearInterval(timer);
  }, [isUnavailable, cache, router]);
  return isUnavailable;
}
