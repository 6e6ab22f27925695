import { useNavigate } from '@tanstack/react-router';
import type { ActivitySearchParams } from './activity-search-params.ts';

/** Updates the search parameters and keeps the scroll position. */
export function useUpdateActivitySearch(): (change: ActivitySearchParams) => void {
  const navigate = useNavigate({ from: '/activity' });
  return (change) =>
    void navigate({ search: (previous) => ({ ...previous, ...change }), resetScroll: false });
}
