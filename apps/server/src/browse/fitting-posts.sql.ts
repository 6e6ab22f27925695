/**
 * Which of a handful of posts somebody sees and a saved search finds. The cost follows the handful, not all posts there are.
 */
import { readSavedFilter } from '@waypost/contract/saved-searches';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../kernel/db.ts';
import type { Viewer } from '../kernel/viewer.ts';
import { visibleTo } from '../posts/posts.public.ts';
import { readAsked } from './asked-posts.sql.ts';
import { allOf, anyOf, byStatus, filterConditions, usualStatuses } from './filters.sql.ts';

/** Questions in one statement: planning them takes longer than answering them. */
const atOnce = 40;

export interface Question {
  /** Answered with the posts. */
  key: string;
  viewer: Viewer;
  /** A saved search's, as it was saved; null: any post that the viewer sees. */
  filter: object | null;
  /** The saved search itself, which its filters may not name. */
  searchId?: number;
}

/** Whether a saved search may find different posts for two people of one role. */
export function isPersonalFilter(filter: object | null): boolean {
  const { data } = readSavedFilter(filter ?? {});
  return [data?.user, data?.set, data?.saved_search].some((list) => list !== undefined && list.length > 0);
}

/** Undefined for filters that are not understood: they find nothing, as in lists. */
async function conditionOf(
  tx: Tx,
  { viewer, filter, searchId }: Question,
): Promise<RawBuilder<boolean> | undefined> {
  if (filter === null) return visibleTo(viewer);
  const { data } = readSavedFilter(filter);
  if (!data) return undefined;
  const asked = await readAsked(tx, viewer, data, searchId === undefined ? [] : [searchId], 'few');
  return allOf([
    visibleTo(viewer),
    ...byStatus(data.status, usualStatuses),
    ...filterConditions(viewer, asked),
  ]);
}

/** @returns ids of posts by the key of the question; nothing where none fits */
export async function postsThatFit(
  tx: Tx,
  ids: readonly number[],
  questions: readonly Question[],
): Promise<Map<string, number[]>> {
  const found = new Map<string, number[]>();
  for (let at = 0; at < questions.length; at += atOnce) {
    const parts: RawBuilder<unknown>[] = [];
    for (const question of questions.slice(at, at + atOnce)) {
      const condition = await conditionOf(tx, question);
      if (condition)
        parts.push(
          sql`(select ${question.key}::text as key, posts.id from posts where posts.id = ${anyOf(ids)} and ${condition})`,
        );
    }
    if (parts.length === 0) continue;
    const { rows } = await sql<{ key: string; id: number }>`${sql.join(parts, sql` union all `)}`.execute(tx);
    for (const { key, id } of rows) {
      const fitting = found.get(key);
      if (fitting) fitting.push(id);
      else found.set(key, [id]);
    }
  }
  return found;
}
