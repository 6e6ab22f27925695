import { useNavigate } from '@tanstack/react-router';
import type { ActivitySearch } from './activity-search.ts';

/** Changes what the address says; the place on the screen stays. */
export function useShow(): (change: ActivitySearch) => void {
  const navigate = useNavigate({ from: '/activity' });
  return (change) => void navigate({ search: (before) => ({ ...before, ...change }), resetScroll: false });
}
