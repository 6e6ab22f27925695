/** Giving pictures to the posts that name them (docs/decisions/0039). */
import type { FieldError } from '@waypost/contract/common/problems';
import type { Tx } from '../../kernel/db/database.ts';
import { ValidationError } from '../../kernel/http/problem.ts';
import { takeForPosts } from '../../media/media.public.ts';

/** A picture that an answer names for the first time. */
export interface NewPicture {
  id: number;
  /** Of the attribute. */
  key: string;
  label: string;
}

/** As for a picture that does not exist. */
export const pictureFault = ({ id, key, label }: NewPicture): FieldError => ({
  field: 'values',
  rule: 'valueExists',
  params: { key, label, value: String(id) },
});

/**
 * Makes pictures the posts' own.
 * @throws Faults at `/values` when another post took one since it was checked
 */
export async function attachPictures(
  tx: Tx,
  posts: readonly { id: number; pictures: readonly NewPicture[] }[],
): Promise<void> {
  const pairs = posts.flatMap(({ id, pictures }) => pictures.map((it) => ({ id: it.id, postId: id })));
  if (pairs.length === 0) return;
  const taken = await takeForPosts(tx, pairs);
  const lost = posts.flatMap(({ pictures }) => pictures).filter((it) => !taken.has(it.id));
  if (lost.length > 0) throw new ValidationError('posts', lost.map(pictureFault));
}
