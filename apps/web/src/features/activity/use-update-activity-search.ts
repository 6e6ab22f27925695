import { useNavigate } from '@tanstack/react-router';
import type { ActivitySearchParams } from './activity-search-params.ts';

/** Changes what the address says; the place on the screen stays. */
export function useUpdateActivitySearch(): (change: ActivitySearchParams) => void {
  const navigate = useNavigate({ from: '/activity' });
  return (change) => void navigate({ search: (before) => ({ ...before, ...change }), resetScroll: false });
}
