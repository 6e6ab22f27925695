/** What making and changing a post share: the promises of the database, and writing what hangs on the row. */

import type { Tx } from '../kernel/db.ts';
import { fault, translating } from '../kernel/problem.ts';
import type { StoredAnswers } from './take-answers.ts';
import { maskPosts, replaceCategories, replacePlaces } from './write-posts.sql.ts';

const promises = {
  posts_slug_once: () => fault('posts', 'slug', 'taken'),
  posts_user_id_fkey: () => fault('posts', 'user_id', 'exists', { value: '' }),
  posts_survey_id_fkey: () => fault('posts', 'form_id', 'exists', { value: '' }),
};

/** Writes the row and tells a broken promise in the caller's words. */
export const writingPost = <T>(work: () => Promise<T>): Promise<T> => translating(promises, work);

/** Writes places and categories anew, then what the public is shown of them. */
export async function writeAnswers(
  tx: Tx,
  id: number,
  { places, categories }: Pick<StoredAnswers, 'places' | 'categories'>,
): Promise<void> {
  await replacePlaces(tx, id, places);
  await replaceCategories(tx, id, categories);
  await maskPosts(tx, [id]);
}
