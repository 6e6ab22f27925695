/** The table's columns: which there are, which are shown, by which the server sorts. Pure. */
import type { Attribute } from '@waypost/contract/attributes';
import type { PostSearch } from '../../../blocks/post-search/post-search.ts';

/** Of every post. The title is always there, and first. */
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
export type PostColumn = (typeof postColumns)[number];

const usual: readonly PostColumn[] = ['status', 'survey', 'author', 'post_date', 'categories'];

export type Column =
  | { id: 'title'; attribute?: undefined }
  | { id: PostColumn; attribute?: undefined }
  | { id: `values.${string}`; attribute: Attribute };

type OrderBy = NonNullable<PostSearch['orderby']>;

/** Columns that the server sorts by. */
export const sorts: Readonly<Record<string, OrderBy>> = {
  title: 'title',
  status: 'status',
  post_date: 'post_date',
  created: 'created',
  updated: 'updated',
  id: 'id',
};

/** Written texts begin at A, times at the latest. */
export const firstOrder = (orderby: OrderBy): 'asc' | 'desc' =>
  orderby === 'title' || orderby === 'status' ? 'asc' : 'desc';

export const nameOfAttribute = ({ key }: Pick<Attribute, 'key'>) => `values.${key}` as const;

/** All that can be shown. @param attributes of the one survey that is filtered by */
export const columnsOffered = (attributes: readonly Attribute[]): Column[] => [
  ...postColumns.map((id): Column => ({ id })),
  ...attributes.map((attribute): Column => ({ id: nameOfAttribute(attribute), attribute })),
];

/** Names in the address; those of another survey's fields stay there and show nothing. */
export const namesChosen = ({ columns }: Pick<PostSearch, 'columns'>): readonly string[] => columns ?? usual;

export function columnsShown(search: PostSearch, attributes: readonly Attribute[]): Column[] {
  const chosen = namesChosen(search);
  return [{ id: 'title' }, ...columnsOffered(attributes).filter(({ id }) => chosen.includes(id))];
}

/** @returns what the address says; undefined for the usual ones */
export function withColumn(search: PostSearch, id: string, isOn: boolean): string[] | undefined {
  const before = namesChosen(search);
  const next = isOn ? [...before, id] : before.filter((it) => it !== id);
  const isUsual = next.length === usual.length && usual.every((it) => next.includes(it));
  // An empty list would vanish from the address and mean the usual columns.
  return isUsual ? undefined : next.length > 0 ? next : ['title'];
}
