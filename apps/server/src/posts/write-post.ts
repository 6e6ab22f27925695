/** What making and changing a post share: the promises of the database, and writing what hangs on the row. */

import type { Tx } from '../kernel/db.ts';
import { fault, translating } from '../kernel/problem.ts';
import type { StoredAnswers } from './take-answers.ts';
import { takePictures } from './take-pictures.sql.ts';
import { deletePlacesAndCategories, insertCategories, insertPlaces, maskPosts } from './write-posts.sql.ts';

const promises = {
  posts_slug_once: () => fault('posts', 'slug', 'taken'),
  posts_user_id_fkey: () => fault('posts', 'user_id', 'exists', { value: '' }),
  posts_survey_id_fkey: () => fault('posts', 'form_id', 'exists', { value: '' }),
};

/** Writes the row and tells a broken promise in the caller's words. */
export const writingPost = <T>(work: () => Promise<T>): Promise<T> => translating(promises, work);

type BesideTheRow = Pick<StoredAnswers, 'places' | 'categories' | 'pictures'>;

/**
 * Writes places and categories of a post that has none yet, takes its pictures, then works out what the public is shown.
 * @throws Faults at `/values` when another post took a picture meanwhile
 */
export async function writeFirstAnswers(
  tx: Tx,
  id: number,
  { places, categories, pictures }: BesideTheRow,
): Promise<void> {
  await takePictures(tx, [{ id, pictures }]);
  await insertPlaces(tx, id, places);
  await insertCategories(tx, id, categories);
  await maskPosts(tx, [id]);
}

/** Writes them anew. */
export async function writeAnswers(tx: Tx, id: number, answers: BesideTheRow): Promise<void> {
  await deletePlacesAndCategories(tx, id);
  await writeFirstAnswers(tx, id, answers);
}
