/** Numbers of the waiting posts in the format of the API. */
import { type ReviewSummary, reviewAgeHours } from '@waypost/contract/review/review-summary';
import { toApiDate, type UrlBuilder } from '../kernel/http/api-format.ts';
import type { WaitingGroup } from './review-summary.sql.ts';

const sum = (groups: readonly WaitingGroup[]) => groups.reduce((total, { count }) => total + count, 0);

/** Groups with the same key, the largest first. */
const groupBy = <K>(
  groups: readonly WaitingGroup[],
  keyOf: (group: WaitingGroup) => K,
): [key: K, members: WaitingGroup[]][] => {
  const map = new Map<K, WaitingGroup[]>();
  for (const group of groups) map.set(keyOf(group), [...(map.get(keyOf(group)) ?? []), group]);
  return [...map].sort(([, a], [, b]) => sum(b) - sum(a));
};

/** The limit of an age as an instant; null for none. */
const toLimit = (now: Date, hours: number | null | undefined) =>
  hours ? toApiDate(new Date(now.getTime() - hours * 3_600_000)) : null;

/**
 * Numbers by survey, source and age.
 * @param now the instant that the groups were counted at
 */
export function viewWaitingGroups(
  urls: UrlBuilder,
  groups: readonly WaitingGroup[],
  now: Date,
): Omit<ReviewSummary, 'held' | 'assigned'> {
  const oldest = groups.map((group) => group.oldest).sort((a, b) => a.getTime() - b.getTime())[0];
  const ages = [...reviewAgeHours, null];
  return {
    total: sum(groups),
    oldest: oldest ? toApiDate(oldest) : null,
    by_form: groupBy(groups, ({ survey_id }) => survey_id).map(([id, members]) => ({
      form: urls.relation('forms', id),
      name: members[0]?.name ?? null,
      count: sum(members),
    })),
    by_source: groupBy(groups, ({ source }) => source).map(([source, members]) => ({
      source: source ?? 'web',
      count: sum(members),
    })),
    by_age: ages.map((maxHours, index) => {
      const minHours = ages[index - 1] ?? 0;
      return {
        created_after: toLimit(now, maxHours),
        created_before: toLimit(now, minHours),
        min_hours: minHours,
        max_hours: maxHours,
        count: sum(groups.filter(({ age }) => age === index)),
      };
    }),
  };
}
