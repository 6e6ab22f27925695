/** The filters of an export as they were stored with it. */
import type { PostFilters } from '@waypost/contract/post-filters';
import { readSavedFilter } from '@waypost/contract/saved-searches';
import { JobFault } from '../kernel/jobs/job.ts';

/** The posts that stored filters mean: of any status unless they say otherwise. */
export function filtersOf(stored: object): PostFilters {
  const { data } = readSavedFilter(stored);
  if (!data) throw new JobFault('The filters are not understood', { isFinal: true });
  return data.status?.length ? data : { ...data, status: ['all'] };
}
