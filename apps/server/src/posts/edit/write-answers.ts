/** What making and changing a post share: the promises of the database, and writing what hangs on the row. */

import type { Tx } from '../../kernel/db/database.ts';
import { mapConstraintErrors, validationError } from '../../kernel/http/problem.ts';
import { attachPictures } from '../answers/attach-pictures.sql.ts';
import type { StoredAnswers } from '../answers/resolve-answers.ts';
import {
  deletePlacesAndCategories,
  insertPostCategories,
  insertPostPlaces,
  maskPosts,
} from './write-posts.sql.ts';

const constraintFaults = {
  posts_slug_once: () => validationError('posts', 'slug', 'taken'),
  posts_user_id_fkey: () => validationError('posts', 'user_id', 'exists', { value: '' }),
  posts_survey_id_fkey: () => validationError('posts', 'form_id', 'exists', { value: '' }),
};

/** Writes the row and tells a broken promise in the caller's words. */
export const translatePostConstraints = <T>(work: () => Promise<T>): Promise<T> =>
  mapConstraintErrors(constraintFaults, work);

type RelatedAnswers = Pick<StoredAnswers, 'places' | 'categories' | 'pictures'>;

/**
 * Writes places and categories of a post that has none yet, takes its pictures, then works out what the public is shown.
 * @throws Faults at `/values` when another post took a picture meanwhile
 */
export async function insertAnswers(
  tx: Tx,
  id: number,
  { places, categories, pictures }: RelatedAnswers,
): Promise<void> {
  await attachPictures(tx, [{ id, pictures }]);
  await insertPostPlaces(tx, id, places);
  await insertPostCategories(tx, id, categories);
  await maskPosts(tx, [id]);
}

/** Writes them anew. */
export async function replaceAnswers(tx: Tx, id: number, answers: RelatedAnswers): Promise<void> {
  await deletePlacesAndCategories(tx, id);
  await insertAnswers(tx, id, answers);
}
