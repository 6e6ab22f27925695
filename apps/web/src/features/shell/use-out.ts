import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { backendAddress } from '../../api/address.ts';
import { onRefusal } from '../../api/refusals.ts';

/** Milliseconds between two looks; not those of all browsers at the same moment. */
const pause = () => 4000 + Math.random() * 3000;

/** Whether the server said that it cannot answer just now. It is asked until it can, and what failed is fetched again. */
export function useOut(): boolean {
  const [isOut, setOut] = useState(false);
  const cache = useQueryClient();
  const router = useRouter();
  useEffect(() => onRefusal('out', () => setOut(true)), []);
  useEffect(() => {
    if (!isOut) return undefined;
    const look = async () => {
      const answer = await fetch(backendAddress('/health/ready')).catch(() => null);
      if (!answer || answer.status >= 500) return;
      setOut(false);
      void cache.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
      if (router.state.matches.some(({ status }) => status === 'error')) void router.invalidate();
    };
    const timer = setInterval(() => void look(), pause());
    return () => clearInterval(timer);
  }, [isOut, cache, router]);
  return isOut;
}
