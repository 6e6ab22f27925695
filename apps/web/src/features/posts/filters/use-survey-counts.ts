/** Number of posts per survey with the other active filters, shown beside the map (spec 2 §7, "Counters by survey"). */
import { useQuery } from '@tanstack/react-query';
import { readPostStats } from '@waypost/contract/browse/stats';
import { buildEndpointQuery } from '../../../api/query-client.ts';
import { buildPostQuery } from '../../../blocks/post-search/post-query.ts';
import type { PostSearch } from '../../../blocks/post-search/post-search.ts';

/** @returns the number of posts of a survey, or of posts without one (null); undefined while loading */
export function useSurveyCounts(search: PostSearch): (survey: number | null) => number | undefined {
  const otherFilters = { ...search, form: undefined, current_stage: undefined };
  const { orderby: _orderby, order: _order, ...filters } = buildPostQuery(otherFilters, 'list');
  const { data } = useQuery({
    ...buildEndpointQuery(
      readPostStats,
      { query: { ...filters, group_by: 'form', include_unmapped: true } },
      { quiet: true },
    ),
    // Keeps the numbers while the next ones are loading.
    placeholderData: (previous) => previous,
  });
  if (!data) return () => undefined;
  const rows = data.totals
    .flatMap(({ values }) => [...values])
    .flatMap((value) => ('id' in value ? value : []));
  return (survey) => rows.filter((row) => row.id === survey).reduce((sum, row) => sum + row.total, 0);
}
