/** Shared by creating and changing a post: database constraints, and writing answers to their tables. */

import type { Tx } from '../../kernel/db/database.ts';
import { mapConstraintErrors, validationError } from '../../kernel/http/problem.ts';
import { attachPictures } from '../answers/attach-pictures.sql.ts';
import type { StoredAnswers } from '../answers/resolve-answers.ts';
import {
  deletePlacesAndCategories,
  insertPostCategories,
  insertPostPlaces,
  maskPosts,
  type StoredPlace,
} from './write-posts.sql.ts';

const constraintErrors = {
  posts_slug_unique: () => validationError('posts', 'slug', 'taken'),
  posts_user_id_fkey: () => validationError('posts', 'user_id', 'exists', { value: '' }),
};

/** Runs a write and turns violated constraints into errors of the fields that clients sent. */
export const translatePostConstraints = <T>(write: () => Promise<T>): Promise<T> =>
  mapConstraintErrors(constraintErrors, write);

type RelatedAnswers = Pick<StoredAnswers, 'places' | 'categories' | 'pictures'>;

/**
 * Writes places and categories of a post that has none yet, attaches its pictures, then updates its masked columns.
 * @param placesBefore as for `insertPostPlaces`
 * @throws ValidationError at `/values` when another post took a picture meanwhile
 */
export async function insertAnswers(
  tx: Tx,
  id: number,
  { places, categories, pictures }: RelatedAnswers,
  placesBefore: readonly StoredPlace[] = [],
): Promise<void> {
  await attachPictures(tx, [{ id, pictures }]);
  await insertPostPlaces(tx, id, places, placesBefore);
  await insertPostCategories(tx, id, categories);
  await maskPosts(tx, [id]);
}

/** Replaces places and categories of a post, and attaches its new pictures. */
export async function replaceAnswers(tx: Tx, id: number, answers: RelatedAnswers): Promise<void> {
  const placesBefore = await deletePlacesAndCategories(tx, id);
  await insertAnswers(tx, id, answers, placesBefore);
}
