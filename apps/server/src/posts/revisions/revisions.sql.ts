/** Every query about revisions. A post's rows count up from 2 without a gap; `posts.revision` is the latest. */
import type { Answer } from '@waypost/survey-logic/parse-answer';
import type { Tx } from '../../kernel/db/database.ts';
import type { PostRow } from '../posts.sql.ts';

/** Fields by their names on the wire; people, surveys and tasks by id. */
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
  /** ISO. */
  post_date: string;
  locale: string;
  slug: string | null;
  /** All answers, those in categories among them. */
  values: Readonly<Record<string, readonly Answer[]>>;
}

/** A state's fields as they were before a save that changed them; of `values` the answers that changed, null for none. */
export type ReplacedFields = Partial<Omit<PostState, 'values'>> & {
  values?: Record<string, readonly Answer[] | null>;
};

export interface RevisionRow {
  revision: number;
  user_id: number | null;
  created: Date;
  replaced: ReplacedFields;
  restored: number | null;
}

export const insertRevision = async (
  tx: Tx,
  postId: number,
  { replaced, ...row }: Omit<RevisionRow, 'created'>,
): Promise<void> => {
  await tx
    .insertInto('post_revisions')
    .values({ ...row, post_id: postId, replaced: JSON.stringify(replaced) })
    .execute();
};

/** From one number to another, both included, the latest first. */
export const readRevisions = (tx: Tx, postId: number, from: number, to: number): Promise<RevisionRow[]> =>
  tx
    .selectFrom('post_revisions')
    .select(['revision', 'user_id', 'created', 'replaced', 'restored'])
    .where('post_id', '=', postId)
    .where('revision', '>=', from)
    .where('revision', '<=', to)
    .orderBy('revision', 'desc')
    .execute();
