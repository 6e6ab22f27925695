/** How this client treats each filter of the API. A new filter of the contract does not compile until it is listed here. */
import type { PostFilters } from '@waypost/contract/browse/post-filters';

/**
 * `one`: a search parameter with one value; `many`: one with several values; `extra`: no field, kept as JSON in `more`;
 * `ignored`: a setting of other clients, or a filter that does not restrict the posts. In the order of the filter chips.
 */
const filterModes = {
  q: 'one',
  date_after: 'one',
  date_before: 'one',
  created_after: 'one',
  created_before: 'one',
  bbox: 'one',
  center_point: 'one',
  within_km: 'one',
  has_location: 'one',
  order_unlocked_on_top: 'one',
  status: 'many',
  form: 'many',
  tags: 'many',
  set: 'many',
  source: 'many',
  user: 'many',
  assignee: 'many',
  verification: 'many',
  current_stage: 'many',
  area: 'many',
  published_to: 'many',
  locale: 'extra',
  slug: 'extra',
  parent: 'extra',
  created_before_by_id: 'extra',
  created_after_by_id: 'extra',
  updated_before: 'extra',
  updated_after: 'extra',
  values: 'extra',
  post_id: 'extra',
  completed_stages: 'extra',
  saved_search: 'ignored',
  type: 'ignored',
  include_types: 'ignored',
  include_attributes: 'ignored',
} as const satisfies Record<keyof PostFilters, 'one' | 'many' | 'extra' | 'ignored'>;

type FilterMode = (typeof filterModes)[keyof PostFilters];
/** Names of the filters that are treated in one way. */
type FiltersOfMode<M extends FilterMode> = {
  [name in keyof PostFilters]-?: (typeof filterModes)[name] extends M ? name : never;
}[keyof PostFilters];

/** Filters with one value. */
export type SingleValueKey = FiltersOfMode<'one'>;
/** Filters with several values. */
export type MultiValueKey = FiltersOfMode<'many'>;

const listFilters = <M extends FilterMode>(mode: M) =>
  (Object.keys(filterModes) as (keyof PostFilters)[]).filter(
    (name): name is FiltersOfMode<M> => filterModes[name] === mode,
  );

export const singleValueKeys: readonly SingleValueKey[] = listFilters('one');
export const multiValueKeys: readonly MultiValueKey[] = listFilters('many');
export const extraKeys: readonly string[] = listFilters('extra');
