/** What the activity screens ask of the server. Everybody is told of what they may see, and of every status of it. */
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { listPosts } from '@waypost/contract/posts';
import { readPostStats, type Stats } from '@waypost/contract/stats';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { read } from '../../api/query-client.ts';
import { forCall } from '../../api/query-keys.ts';
import type { BarGroup, LineGroup } from './activity-search.ts';
import type { Names } from './chart-data.ts';
import { filtersIn, type Range } from './range.ts';

/** Milliseconds between two looks, for a screen that nobody touches (spec 2 §9, the poll for new posts). */
export const lookEvery = 60_000;

interface Options {
  /** Asks again by itself. */
  keepsLooking?: boolean;
}

const asking = ({ keepsLooking = false }: Options) => ({
  placeholderData: keepPreviousData,
  ...(keepsLooking ? { refetchInterval: lookEvery, refetchIntervalInBackground: true } : {}),
});

const everyStatus = { status: 'all' } as const;

/** By group; all of them, and how many have no place, without one. */
export const useCounts = (group: BarGroup | 'all', range: Range, options: Options = {}) =>
  useQuery({
    ...read(readPostStats, {
      query: {
        ...everyStatus,
        ...filtersIn(range),
        ...(group === 'all' ? { include_unmapped: true } : { group_by: group }),
      },
    }),
    ...asking(options),
  });

/** Seconds of a point: days, and coarser ones for years of many groups, which would be more points than the server tells. */
const intervals = ['86400', '604800', '2592000', '31536000'];

async function readTimeline(query: Record<string, unknown>, signal: AbortSignal): Promise<Stats> {
  for (const timeline_interval of intervals)
    try {
      return await call(readPostStats, { query: { ...query, timeline_interval } }, { signal });
    } catch (error) {
      const isTooFine = isApiError(error) && error.status === 422 && timeline_interval !== intervals.at(-1);
      if (!isTooFine) throw error;
    }
  throw new TypeError('one of the intervals was answered or thrown');
}

export function useTimeCounts(group: LineGroup, range: Range, options: Options = {}) {
  const query = {
    ...everyStatus,
    ...filtersIn(range),
    timeline: '1',
    timeline_attribute: 'created',
    ...(group === 'all' ? {} : { group_by: group }),
  } as const;
  return useQuery({
    ...queryOptions({
      queryKey: forCall(readPostStats, { query }),
      queryFn: ({ signal }) => readTimeline(query, signal),
    }),
    ...asking(options),
  });
}

export const useLatest = (page: number, size: number, range: Range, options: Options = {}) =>
  useQuery({
    ...read(listPosts, {
      query: {
        ...everyStatus,
        ...filtersIn(range),
        limit: size,
        offset: (page - 1) * size,
        order: 'desc',
        orderby: 'post_date',
      },
    }),
    ...asking(options),
  });

/**
 * What groups are called.
 * keys: post.status.*
 */
export function useNames(group: LineGroup): Names {
  const { t } = useTranslation();
  const of = useCallback(
    (id: number | null, label: string): string => {
      if (group === 'all') return t('activity.compare.all');
      if (group === 'form' && id === null) return t('activity.unknownSurvey');
      if (group === 'status' && (label === 'draft' || label === 'published' || label === 'archived'))
        return t(`post.status.${label}`);
      return label;
    },
    [group, t],
  );
  const rest = useCallback((count: number) => t('activity.rest', { count }), [t]);
  return useMemo(() => ({ of, rest }), [of, rest]);
}
