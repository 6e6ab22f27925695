/** Pages of rows with the total number of rows. */
import type { Paging } from '@waypost/contract/common/list-envelope';
import type { SelectQueryBuilder } from 'kysely';

/** A page of results. */
export interface Page<Row> {
  results: Row[];
  /** Number of matching rows on all pages. */
  total: number;
}

/** The requested part of a list. A limit of 0 is no limit (API v3 §1.6). */
export type PageWindow = Pick<Paging, 'limit' | 'offset'>;

/** Reads a page and counts all matching rows. @param query all matching rows in order, without grouping */
export async function readPage<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  { limit, offset }: PageWindow,
): Promise<Page<Row>> {
  const countRow = await query
    .clearSelect()
    .clearOrderBy()
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const { total } = countRow as { total: number };
  const page = offset ? query.offset(offset) : query;
  const results = await (limit ? page.limit(limit) : page).execute();
  return { results, total };
}

/**
 * A page whose rows each have the total. An empty page beyond the end has no row with it, so the first one is read then.
 * @param readRows the rows of a part of the list
 */
export async function readPageOfTotals<Row extends { total: number }>(
  readRows: (window: { limit: number; offset: number }) => Promise<Row[]>,
  window: { limit: number; offset: number },
): Promise<Page<Row>> {
  const results = await readRows(window);
  const isBeyondEnd = results.length === 0 && window.offset > 0;
  const [first] = isBeyondEnd ? await readRows({ limit: 1, offset: 0 }) : results;
  return { results, total: first?.total ?? 0 };
}

/** The page of a list that is in memory. */
export const slicePage = <Row>(rows: readonly Row[], { limit, offset = 0 }: PageWindow): Page<Row> => ({
  results: rows.slice(offset, limit ? offset + limit : undefined),
  total: rows.length,
});

/** `%part%` for LIKE, with its wildcards escaped. */
export const toLikePattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
