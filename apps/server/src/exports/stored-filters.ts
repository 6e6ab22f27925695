/** The filters of an export as they were stored with it. */
import type { PostFilters } from '@waypost/contract/browse/post-filters';
import { parseSavedFilter } from '@waypost/contract/saved-searches/saved-searches';
import { JobError } from '../kernel/jobs/job.ts';

/** The posts that stored filters mean: of any status unless they say otherwise. */
export function parseStoredFilters(stored: object): PostFilters {
  const { data } = parseSavedFilter(stored);
  if (!data) throw new JobError('The filters are not understood', { isFinal: true });
  return data.status?.length ? data : { ...data, status: ['all'] };
}
