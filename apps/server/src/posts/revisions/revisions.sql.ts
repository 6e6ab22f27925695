/** Queries about revisions. The rows of a post are numbered from 2 without gaps; `posts.revision` is the latest. */
import type { RevisedConsent } from '@waypost/contract/posts/post-revisions';
import type { SuggestionKind } from '@waypost/contract/posts/suggestion-kinds';
import type { Answer } from '@waypost/survey-logic/parse-answer';
import { sql } from 'kysely';
import type { Tx } from '../../kernel/db/database.ts';
import type { PostRow } from '../posts.sql.ts';

/** The fields of a post that revisions store, named as in API v3; users, surveys and tasks by id. */
export interface PostState {
  title: string | null;
  content: string | null;
  status: PostRow['status'];
  published_to: readonly string[];
  completed_stages: readonly number[];
  form: number | null;
  user: number | null;
  author_realname: string | null;
  author_email: string | null;
  /** ISO 8601. */
  post_date: string;
  locale: string;
  slug: string | null;
  merged_into: number | null;
  /** Ids of the posts that are merged into this one. */
  merged_posts: readonly number[];
  consent: RevisedConsent;
  /** All answers by attribute key, including categories. */
  values: Readonly<Record<string, readonly Answer[]>>;
}

/** Old values of the fields that a save changed. `values` has the changed answers; null where there was none. */
export type ReplacedFields = Partial<Omit<PostState, 'values'>> & {
  values?: Record<string, readonly Answer[] | null>;
};

/** A stored revision. `restored` is the number of the revision that it restored, `suggestion` the kind of one that was accepted. */
export interface RevisionRow {
  revision: number;
  user_id: number | null;
  created: Date;
  replaced: ReplacedFields;
  /** The status after this revision; null if it did not change the status. */
  new_status: PostRow['status'] | null;
  restored: number | null;
  suggestion: SuggestionKind | null;
}

/** Stores a revision. */
export const insertRevision = async (
  tx: Tx,
  postId: number,
  {
    replaced,
    ...row
  }: Omit<RevisionRow, 'created' | 'new_status' | 'suggestion'> & Partial<Pick<RevisionRow, 'suggestion'>>,
): Promise<void> => {
  await tx
    .insertInto('post_revisions')
    .values({ ...row, post_id: postId, replaced: JSON.stringify(replaced) })
    .execute();
};

/** Accounts that were authors of a post before its present author. */
export async function readFormerAuthors(tx: Tx, postId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct (replaced ->> 'user')::bigint as id from post_revisions
    where post_id = ${postId} and replaced ->> 'user' is not null`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Revisions in a range of numbers, both ends included, the latest first. */
export const readRevisions = (tx: Tx, postId: number, from: number, to: number): Promise<RevisionRow[]> =>
  tx
    .selectFrom('post_revisions')
    .select(['revision', 'user_id', 'created', 'replaced', 'restored', 'suggestion'])
    .select(
      // What the next change of the status replaced; else the current status.
      sql<PostRow['status'] | null>`case when replaced ->> 'status' is not null then coalesce(
        (select later.replaced ->> 'status' from post_revisions as later
          where later.post_id = post_revisions.post_id and later.revision > post_revisions.revision
            and later.replaced ->> 'status' is not null
          order by later.revision limit 1),
        (select status from posts where id = post_revisions.post_id)) end`.as('new_status'),
    )
    .where('post_id', '=', postId)
    .where('revision', '>=', from)
    .where('revision', '<=', to)
    .orderBy('revision', 'desc')
    .execute();
