/**
 * Filters that have no field here, as other programs write them into saved searches: values of attributes, all of several
 * categories, and the like. They stay with the search, in the address as JSON, and go to the API with the others. Pure.
 */
import { isUnset, PostFilters } from '@waypost/contract/post-filters';

/** A client's own business in what it stored, or what says nothing about which posts. */
const passedOver = new Set(['saved_search', 'type', 'include_types', 'include_attributes', 'tags']);

type Filters = Record<string, unknown>;

const asFilters = (value: unknown): Filters =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Filters) : {};

/**
 * @param known those that have a field
 * @returns the others of `filter`, as far as the contract accepts them; undefined if there are none
 */
export function furtherFilters(filter: object, known: ReadonlySet<string>): string | undefined {
  const all = asFilters((filter as Filters)['tags'])['all'];
  const further = Object.entries(filter)
    .filter(([key]) => key in PostFilters.shape && !known.has(key) && !passedOver.has(key))
    .concat(isUnset(all) || all === undefined ? [] : [['tags', { all }]])
    .filter(([key, value]) => !isUnset(value) && PostFilters.safeParse({ [key]: value }).success);
  return further.length > 0 ? JSON.stringify(Object.fromEntries(further)) : undefined;
}

/** @returns the filters that a text of `furtherFilters` says; none if it is another text */
export function readFurther(text: string | undefined): Filters {
  try {
    return asFilters(JSON.parse(text ?? '{}'));
  } catch {
    return {};
  }
}

/** The chosen categories, any of which will do, with those that a post must have all of. */
export const withFurther = <F extends { tags?: unknown }>(filters: F, text: string | undefined): F => {
  const further = readFurther(text);
  const any = filters.tags === undefined ? {} : { any: filters.tags };
  return {
    ...filters,
    ...further,
    ...('tags' in further ? { tags: { ...any, ...asFilters(further['tags']) } } : {}),
  };
};

/** Each filter that `text` says, in the API's words, with what `text` becomes without it. */
export function eachFurther(text: string | undefined): { said: string; rest: string | undefined }[] {
  const further = readFurther(text);
  const one = (key: string, value: unknown, rest: Filters) => ({
    said: `${key}: ${[value].flat().join(', ')}`,
    rest: Object.keys(rest).length > 0 ? JSON.stringify(rest) : undefined,
  });
  return Object.entries(further).flatMap(([key, value]) => {
    const { [key]: _gone, ...others } = further;
    const inner = Object.entries(asFilters(value));
    if (inner.length === 0) return [one(key, value, others)];
    return inner.map(([name, member]) => {
      const left = inner.filter(([other]) => other !== name);
      const rest = left.length > 0 ? { ...others, [key]: Object.fromEntries(left) } : others;
      return one(key === 'values' ? name : `${key}[${name}]`, member, rest);
    });
  });
}
