/**
 * Filters without a field in this client, such as other clients store in saved searches: values of attributes, all of
 * several categories. They are kept in the URL as JSON (`more`) and sent to the API with the other filters. Pure.
 */
import { isEmptyFilterValue, PostFilters } from '@waypost/contract/browse/post-filters';
import { extraKeys } from './filter-modes.ts';

type FilterMap = Record<string, unknown>;

const toFilterMap = (value: unknown): FilterMap =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as FilterMap) : {};

/** @returns the filters without a field that the contract accepts, as JSON; undefined if there are none */
export function serializeExtraFilters(filter: object): string | undefined {
  const all = toFilterMap((filter as FilterMap)['tags'])['all'];
  const extra = Object.entries(filter)
    .filter(([key]) => extraKeys.includes(key))
    .concat(isEmptyFilterValue(all) || all === undefined ? [] : [['tags', { all }]])
    .filter(([key, value]) => !isEmptyFilterValue(value) && PostFilters.safeParse({ [key]: value }).success);
  return extra.length > 0 ? JSON.stringify(Object.fromEntries(extra)) : undefined;
}

/** @returns the filters of a text from `serializeExtraFilters`; none for any other text */
export function parseExtraFilters(text: string | undefined): FilterMap {
  try {
    return toFilterMap(JSON.parse(text ?? '{}'));
  } catch {
    return {};
  }
}

/** Adds the extra filters; the selected categories (any of them) are combined with those that a post must all have. */
export const mergeExtraFilters = <F extends { tags?: unknown }>(filters: F, text: string | undefined): F => {
  const extra = parseExtraFilters(text);
  const any = filters.tags === undefined ? {} : { any: filters.tags };
  return {
    ...filters,
    ...extra,
    ...('tags' in extra ? { tags: { ...any, ...toFilterMap(extra['tags']) } } : {}),
  };
};

/** Each extra filter with its name in the API, and the text that remains when it is removed. */
export function listExtraFilters(text: string | undefined): { label: string; rest: string | undefined }[] {
  const extra = parseExtraFilters(text);
  const toItem = (key: string, value: unknown, rest: FilterMap) => ({
    label: `${key}: ${[value].flat().join(', ')}`,
    rest: Object.keys(rest).length > 0 ? JSON.stringify(rest) : undefined,
  });
  return Object.entries(extra).flatMap(([key, value]) => {
    const { [key]: _removed, ...others } = extra;
    const inner = Object.entries(toFilterMap(value));
    if (inner.length === 0) return [toItem(key, value, others)];
    return inner.map(([name, member]) => {
      const left = inner.filter(([other]) => other !== name);
      const rest = left.length > 0 ? { ...others, [key]: Object.fromEntries(left) } : others;
      return toItem(key === 'values' ? name : `${key}[${name}]`, member, rest);
    });
  });
}
