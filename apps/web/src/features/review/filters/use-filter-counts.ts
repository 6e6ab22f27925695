/** How many waiting posts each choice of the filters leaves. */
import type { ReviewSummary } from '@waypost/contract/review/review-summary';
import { useReviewSummary } from '../use-review-summary.ts';
import type { ReviewSearch } from './review-search.ts';

/** The numbers beside the choices of a filter: those that the other filters leave. */
export interface FilterCounts {
  byForm: ReviewSummary['by_form'];
  bySource: ReviewSummary['by_source'];
  byAge: ReviewSummary['by_age'];
  /** Of the posts that are assigned to nobody or the current user. */
  total: number;
  /** Of the posts that are assigned to the current user. */
  assigned: number;
}

/** @returns `counts` undefined until they are loaded; filters that are not set share a request */
export function useFilterCounts(search: ReviewSearch): {
  counts: FilterCounts | undefined;
  error: Error | null;
  refetch: () => void;
} {
  const forms = useReviewSummary({ ...search, form: undefined });
  const sources = useReviewSummary({ ...search, source: undefined });
  const ages = useReviewSummary({ ...search, waited: undefined });
  const assignees = useReviewSummary({ ...search, assignee: undefined });
  const requests = [forms, sources, ages, assignees];
  return {
    counts:
      forms.data && sources.data && ages.data && assignees.data
        ? {
            byForm: forms.data.by_form,
            bySource: sources.data.by_source,
            byAge: ages.data.by_age,
            total: assignees.data.total,
            assigned: assignees.data.assigned,
          }
        : undefined,
    error: requests.find(({ error }) => error)?.error ?? null,
    refetch: () => {
      for (const request of requests) if (request.error) void request.refetch();
    },
  };
}
