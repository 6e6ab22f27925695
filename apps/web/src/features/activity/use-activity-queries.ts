/** Queries of the activity screens. They count posts of every status, as far as the user may see them. */
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { listAreas } from '@waypost/contract/areas/list-areas';
import { readPostStats, type Stats } from '@waypost/contract/browse/stats';
import { listPosts } from '@waypost/contract/posts/posts';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { buildEndpointQuery } from '../../api/query-client.ts';
import { buildCallKey } from '../../api/query-keys.ts';
import type { GroupLabels } from './chart-data.ts';
import type { BarGroup, LineGroup } from './chart-groups.ts';
import { type TimeRange, toDateFilters } from './time-range.ts';

/** Milliseconds between two requests on an unattended screen (spec 2 §9, the poll for new posts). */
export const pollIntervalMs = 60_000;

interface ActivityQueryOptions {
  /** Refetches at an interval. */
  isPolling?: boolean;
  /** With the group `area`: the set that is counted. */
  areaSet?: number | undefined;
}

const buildQueryOptions = ({ isPolling = false }: ActivityQueryOptions) => ({
  placeholderData: keepPreviousData,
  ...(isPolling ? { refetchInterval: pollIntervalMs, refetchIntervalInBackground: true } : {}),
});

const allStatuses = { status: 'all' } as const;

/** Number of reports in each group; without a group the total and the number without a place. */
export const useGroupCounts = (
  group: BarGroup | 'all',
  range: TimeRange,
  options: ActivityQueryOptions = {},
) =>
  useQuery({
    ...buildEndpointQuery(readPostStats, {
      query: {
        ...allStatuses,
        ...toDateFilters(range),
        ...(group === 'all' ? { include_unmapped: true } : { group_by: group }),
        ...(group === 'area' && options.areaSet ? { group_by_area_set: options.areaSet } : {}),
      },
    }),
    ...buildQueryOptions(options),
  });

/**
 * Intervals in seconds: days, and longer ones for ranges of years with many groups, since the server limits the number of points.
 */
const timelineIntervalsSeconds = ['86400', '604800', '2592000', '31536000'];

async function fetchTimeline(query: Record<string, unknown>, signal: AbortSignal): Promise<Stats> {
  for (const timeline_interval of timelineIntervalsSeconds)
    try {
      return await call(readPostStats, { query: { ...query, timeline_interval } }, { signal });
    } catch (error) {
      const isTooFine =
        isApiError(error) && error.status === 422 && timeline_interval !== timelineIntervalsSeconds.at(-1);
      if (!isTooFine) throw error;
    }
  throw new TypeError('one of the intervals was answered or thrown');
}

/** Number of reports in each group over time. */
export function useGroupCountsOverTime(
  group: LineGroup,
  range: TimeRange,
  options: ActivityQueryOptions = {},
) {
  const query = {
    ...allStatuses,
    ...toDateFilters(range),
    timeline: '1',
    timeline_attribute: 'created',
    ...(group === 'all' ? {} : { group_by: group }),
  } as const;
  return useQuery({
    ...queryOptions({
      queryKey: buildCallKey(readPostStats, { query }),
      queryFn: ({ signal }) => fetchTimeline(query, signal),
    }),
    ...buildQueryOptions(options),
  });
}

/** The latest reports within a time range. */
export const useLatestPosts = (
  page: number,
  size: number,
  range: TimeRange,
  options: ActivityQueryOptions = {},
) =>
  useQuery({
    ...buildEndpointQuery(listPosts, {
      query: {
        ...allStatuses,
        ...toDateFilters(range),
        limit: size,
        offset: (page - 1) * size,
        order: 'desc',
        orderby: 'post_date',
      },
    }),
    ...buildQueryOptions(options),
  });

/** The sets of areas that reports can be compared by, the largest areas first. */
export function useAreaSets(): { id: number; name: string }[] {
  const { data } = useQuery(buildEndpointQuery(listAreas, {}, { ignoresRefusal: true }));
  const names = new Map((data?.results ?? []).map(({ set_id, set_name }) => [set_id, set_name]));
  return [...names].map(([id, name]) => ({ id, name }));
}

/** Names of the groups. keys: post.status.* */
export function useGroupLabels(group: BarGroup | LineGroup): GroupLabels {
  const { t } = useTranslation();
  const getLabel = useCallback(
    (id: number | null, label: string): string => {
      if (group === 'all') return t('activity.compare.all');
      if (group === 'form' && id === null) return t('activity.noSurvey');
      if (group === 'status' && (label === 'draft' || label === 'published' || label === 'archived'))
        return t(`post.status.${label}`);
      return label;
    },
    [group, t],
  );
  const getRestLabel = useCallback((count: number) => t('activity.rest', { count }), [t]);
  return useMemo(() => ({ getLabel, getRestLabel }), [getLabel, getRestLabel]);
}
