/** Parsing of the filters that are stored with an export. */
import type { PostFilters } from '@waypost/contract/browse/post-filters';
import { parseSavedFilter } from '@waypost/contract/saved-searches/saved-searches';
import { JobError } from '../kernel/jobs/job.ts';

/** Parses stored filters. Without a status they match posts of any status. */
export function parseStoredFilters(stored: object): PostFilters {
  const { data } = parseSavedFilter(stored);
  if (!data) throw new JobError('The filters are not understood', { isFinal: true });
  return data.status?.length ? data : { ...data, status: ['all'] };
}
