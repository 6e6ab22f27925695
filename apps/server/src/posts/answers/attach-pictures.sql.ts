/** Attaches pictures to the posts whose answers name them (docs/decisions/0039). */
import type { FieldError } from '@waypost/contract/common/problems';
import type { Tx } from '../../kernel/db/database.ts';
import { ValidationError } from '../../kernel/http/problem.ts';
import { attachToPosts } from '../../media/media.public.ts';

/** A picture that an answer names for the first time. */
export interface NewPicture {
  id: number;
  /** Key and label of the attribute. */
  key: string;
  label: string;
}

/** The error for a picture that may not be named; the same as for one that does not exist. */
export const pictureFault = ({ id, key, label }: NewPicture): FieldError => ({
  field: 'values',
  rule: 'valueExists',
  params: { key, label, value: String(id) },
});

/**
 * Attaches each picture to its post.
 * @throws ValidationError at `/values` when another post took a picture since it was checked
 */
export async function attachPictures(
  tx: Tx,
  posts: readonly { id: number; pictures: readonly NewPicture[] }[],
): Promise<void> {
  const pairs = posts.flatMap(({ id, pictures }) => pictures.map((it) => ({ id: it.id, postId: id })));
  if (pairs.length === 0) return;
  const attachedIds = await attachToPosts(tx, pairs);
  const refused = posts.flatMap(({ pictures }) => pictures).filter((it) => !attachedIds.has(it.id));
  if (refused.length > 0) throw new ValidationError('posts', refused.map(pictureFault));
}
