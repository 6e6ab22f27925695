/** A post as the rows that hold it, before what the public is shown of it has been worked out. */
import type { Selectable } from 'kysely';
import type { Tables } from '../../migrations/tables.ts';

type Rows<T extends keyof Tables> = Selectable<Tables[T]>;

export interface PostRows {
  post: Rows<'posts'>;
  places: readonly Rows<'post_places'>[];
  categories: readonly Rows<'post_categories'>[];
}
