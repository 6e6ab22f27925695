/** A page of rows and how many there are in all, from one query. */
import type { Paging } from '@waypost/contract/envelope';
import type { SelectQueryBuilder } from 'kysely';

export interface PageOf<Row> {
  results: Row[];
  /** Rows that match, on this page or not. */
  total: number;
}

/** What of a list the caller asked for. A limit of 0 is none (wire 1.6). */
export type Window = Pick<Paging, 'limit' | 'offset'>;

/** @param matching everything that matches, in order; no grouping */
export async function readPage<DB, TB extends keyof DB, Row>(
  matching: SelectQueryBuilder<DB, TB, Row>,
  { limit, offset }: Window,
): Promise<PageOf<Row>> {
  const counted = await matching
    .clearSelect()
    .clearOrderBy()
    .select((all) => all.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const { total } = counted as { total: number };
  const page = offset ? matching.offset(offset) : matching;
  const results = await (limit ? page.limit(limit) : page).execute();
  return { results, total };
}

/** The same of a list that is in memory already. */
export const sliceOf = <Row>(all: readonly Row[], { limit, offset = 0 }: Window): PageOf<Row> => ({
  results: all.slice(offset, limit ? offset + limit : undefined),
  total: all.length,
});

/** `%part%` for LIKE, with what LIKE takes for jokers taken literally. */
export const containing = (part: string): string => `%${part.replace(/[\\%_]/g, '\\$&')}%`;
