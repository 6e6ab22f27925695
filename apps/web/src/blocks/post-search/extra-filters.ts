/**
 * Filters that have no field here, as other programs write them into saved searches: values of attributes, all of several
 * categories, and the like. They stay with the search, in the address as JSON, and go to the API with the others. Pure.
 */
import { isEmptyFilterValue, PostFilters } from '@waypost/contract/browse/post-filters';

/** A client's own business in what it stored, or what says nothing about which posts. */
const ignoredFilters = new Set(['saved_search', 'type', 'include_types', 'include_attributes', 'tags']);

type FilterMap = Record<string, unknown>;

const toFilterMap = (value: unknown): FilterMap =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as FilterMap) : {};

/**
 * @param keysWithField those that have a field
 * @returns the others of `filter`, as far as the contract accepts them; undefined if there are none
 */
export function serializeExtraFilters(
  filter: object,
  keysWithField: ReadonlySet<string>,
): string | undefined {
  const all = toFilterMap((filter as FilterMap)['tags'])['all'];
  const extra = Object.entries(filter)
    .filter(([key]) => key in PostFilters.shape && !keysWithField.has(key) && !ignoredFilters.has(key))
    .concat(isEmptyFilterValue(all) || all === undefined ? [] : [['tags', { all }]])
    .filter(([key, value]) => !isEmptyFilterValue(value) && PostFilters.safeParse({ [key]: value }).success);
  return extra.length > 0 ? JSON.stringify(Object.fromEntries(extra)) : undefined;
}

/** @returns the filters that a text of `serializeExtraFilters` says; none if it is another text */
export function parseExtraFilters(text: string | undefined): FilterMap {
  try {
    return toFilterMap(JSON.parse(text ?? '{}'));
  } catch {
    return {};
  }
}

/** The chosen categories, any of which will do, with those that a post must have all of. */
export const mergeExtraFilters = <F extends { tags?: unknown }>(filters: F, text: string | undefined): F => {
  const extra = parseExtraFilters(text);
  const any = filters.tags === undefined ? {} : { any: filters.tags };
  return {
    ...filters,
    ...extra,
    ...('tags' in extra ? { tags: { ...any, ...toFilterMap(extra['tags']) } } : {}),
  };
};

/** Each filter that `text` says, in the API's words, with what `text` becomes without it. */
export function listExtraFilters(text: string | undefined): { label: string; rest: string | undefined }[] {
  const extra = parseExtraFilters(text);
  const one = (key: string, value: unknown, rest: FilterMap) => ({
    label: `${key}: ${[value].flat().join(', ')}`,
    rest: Object.keys(rest).length > 0 ? JSON.stringify(rest) : undefined,
  });
  return Object.entries(extra).flatMap(([key, value]) => {
    const { [key]: _gone, ...others } = extra;
    const inner = Object.entries(toFilterMap(value));
    if (inner.length === 0) return [one(key, value, others)];
    return inner.map(([name, member]) => {
      const left = inner.filter(([other]) => other !== name);
      const rest = left.length > 0 ? { ...others, [key]: Object.fromEntries(left) } : others;
      return one(key === 'values' ? name : `${key}[${name}]`, member, rest);
    });
  });
}
