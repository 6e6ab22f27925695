/** A page of rows and how many there are in all, from one query. */
import type { Paging } from '@waypost/contract/common/list-envelope';
import type { SelectQueryBuilder } from 'kysely';

export interface Page<Row> {
  results: Row[];
  /** Rows that match, on this page or not. */
  total: number;
}

/** What of a list the caller asked for. A limit of 0 is none (wire 1.6). */
export type PageWindow = Pick<Paging, 'limit' | 'offset'>;

/** @param query everything that matches, in order; no grouping */
export async function readPage<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  { limit, offset }: PageWindow,
): Promise<Page<Row>> {
  const counted = await query
    .clearSelect()
    .clearOrderBy()
    .select((all) => all.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const { total } = counted as { total: number };
  const page = offset ? query.offset(offset) : query;
  const results = await (limit ? page.limit(limit) : page).execute();
  return { results, total };
}

/** The same of a list that is in memory already. */
export const slicePage = <Row>(rows: readonly Row[], { limit, offset = 0 }: PageWindow): Page<Row> => ({
  results: rows.slice(offset, limit ? offset + limit : undefined),
  total: rows.length,
});

/** `%part%` for LIKE, with what LIKE takes for jokers taken literally. */
export const toLikePattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
