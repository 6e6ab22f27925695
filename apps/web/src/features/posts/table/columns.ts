/** Columns of the table: available ones, selected ones and sortable ones. Pure. */
import type { Attribute } from '@waypost/contract/surveys/attributes';
import type { PostSearch } from '../../../blocks/post-search/post-search.ts';

/** Columns of every post. The title is always first and cannot be removed. */
export const postColumns = [
  'status',
  'survey',
  'author',
  'post_date',
  'categories',
  'created',
  'updated',
  'source',
  'id',
] as const;
/** Id of a column that every post has. */
export type PostColumn = (typeof postColumns)[number];

const defaultColumns: readonly PostColumn[] = ['status', 'survey', 'author', 'post_date', 'categories'];

/** A column of the table: a property of every post, or a survey field. */
export type Column =
  | { id: 'title'; attribute?: undefined }
  | { id: PostColumn; attribute?: undefined }
  | { id: `values.${string}`; attribute: Attribute };

type OrderBy = NonNullable<PostSearch['orderby']>;

/** Columns that the server can sort by. */
export const sortFields: Readonly<Record<string, OrderBy>> = {
  title: 'title',
  status: 'status',
  post_date: 'post_date',
  created: 'created',
  updated: 'updated',
  id: 'id',
};

/** Texts start ascending, dates descending. */
export const getInitialDirection = (orderby: OrderBy): 'asc' | 'desc' =>
  orderby === 'title' || orderby === 'status' ? 'asc' : 'desc';

/** Column id of a survey field. */
export const buildAttributeColumnId = ({ key }: Pick<Attribute, 'key'>) => `values.${key}` as const;

/**
 * All columns that can be shown.
 * @param attributes of the only survey in the filter
 */
export const listAvailableColumns = (attributes: readonly Attribute[]): Column[] => [
  ...postColumns.map((id): Column => ({ id })),
  ...attributes.map((attribute): Column => ({ id: buildAttributeColumnId(attribute), attribute })),
];

/** Column ids in the URL. Ids of another survey's fields are kept there but show nothing. */
export const getSelectedColumnIds = ({ columns }: Pick<PostSearch, 'columns'>): readonly string[] =>
  columns ?? defaultColumns;

/** The selected columns among the available ones, in table order. */
export function listVisibleColumns(search: PostSearch, attributes: readonly Attribute[]): Column[] {
  const selectedIds = getSelectedColumnIds(search);
  return [{ id: 'title' }, ...listAvailableColumns(attributes).filter(({ id }) => selectedIds.includes(id))];
}

/** @returns the value for the URL; undefined for the default columns */
export function toggleColumn(search: PostSearch, id: string, isOn: boolean): string[] | undefined {
  const selectedIds = getSelectedColumnIds(search);
  const next = isOn ? [...selectedIds, id] : selectedIds.filter((columnId) => columnId !== id);
  const isDefault =
    next.length === defaultColumns.length && defaultColumns.every((columnId) => next.includes(columnId));
  // An empty list would be removed from the URL and mean the default columns.
  return isDefault ? undefined : next.length > 0 ? next : ['title'];
}
