/** Number of posts per survey and per category with the other active filters (spec 2 §7, "Counters by survey"). */
import { useQuery } from '@tanstack/react-query';
import { readPostStats } from '@waypost/contract/browse/stats';
import { buildEndpointQuery } from '../../../api/query-client.ts';
import type { CategoryBranch } from '../../../blocks/category-selector/category-tree.ts';
import { buildPostQuery } from '../../../blocks/post-search/post-query.ts';
import type { PostSearch } from '../../../blocks/post-search/post-search.ts';

/** How posts are counted. */
type Grouping = { group_by: 'form' } | { group_by: 'tags'; group_by_tags?: 'all' };

/** @returns the number of posts of a group by its id; undefined while loading */
function usePostCounts(
  search: PostSearch,
  grouping: Grouping,
): (groupId: number | null) => number | undefined {
  const { orderby: _orderby, order: _order, ...filters } = buildPostQuery(search, 'list');
  const { data } = useQuery({
    ...buildEndpointQuery(readPostStats, { query: { ...filters, ...grouping, include_unmapped: true } }),
    // Keeps the numbers while the next ones are loading.
    placeholderData: (previous) => previous,
  });
  if (!data) return () => undefined;
  const rows = data.totals
    .flatMap(({ values }) => [...values])
    .flatMap((value) => ('id' in value ? value : []));
  return (groupId) => rows.filter((row) => row.id === groupId).reduce((sum, row) => sum + row.total, 0);
}

/** @returns the number of posts of a survey, or of posts without one (null); undefined while loading */
export const useSurveyCounts = (search: PostSearch): ((surveyId: number | null) => number | undefined) =>
  usePostCounts({ ...search, form: undefined, current_stage: undefined }, { group_by: 'form' });

/** @returns the number of posts of a category, those of its children included; undefined while loading */
export function useCategoryCounts(
  search: PostSearch,
  tree: readonly CategoryBranch[],
): (categoryId: number) => number | undefined {
  const otherFilters = { ...search, tags: undefined };
  // A post in two children counts once for their parent.
  const getBranchCount = usePostCounts(otherFilters, { group_by: 'tags' });
  const getOwnCount = usePostCounts(otherFilters, { group_by: 'tags', group_by_tags: 'all' });
  const branchIds = new Set(tree.map(({ category }) => category.id));
  return (id) => (branchIds.has(id) ? getBranchCount(id) : getOwnCount(id));
}
