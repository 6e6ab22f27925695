/** A post as rows, before its public version is computed. */
import type { Selectable } from 'kysely';
import type { Tables } from '../../migrations/tables.ts';

type Rows<T extends keyof Tables> = Selectable<Tables[T]>;

/** The rows of one post. */
export interface PostRows {
  post: Rows<'posts'>;
  places: readonly Rows<'post_places'>[];
  categories: readonly Rows<'post_categories'>[];
}
