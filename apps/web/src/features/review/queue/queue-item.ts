/** A post in the review queue of a window, and a change that is saved while it stays in front. */
import type { Post } from '@waypost/contract/posts/posts';
import type { PostChange, QueuedPost, ReviewApi } from '../review-types.ts';

/** A claimed post. */
export interface QueueItem extends Omit<QueuedPost, 'draft' | 'undos'> {
  /** Resolves with the version that a decision is based on, after a change or an undo is saved; null if the post was lost. */
  ready: Promise<Post | null>;
}

/** A post as it was claimed. */
export const createItem = (post: Post, members: Partial<QueueItem> = {}): QueueItem => ({
  post,
  reasons: [],
  changeCount: 0,
  ready: Promise.resolve(post),
  ...members,
});

/** What became of a change. */
export interface ChangedPost {
  /** The post as it is now; null if somebody else has it. */
  post: Post | null;
  isSaved: boolean;
  /** Why the change was not saved. */
  reasons: readonly string[];
}

/**
 * Saves a change, and claims the post again, since each save releases it.
 * @throws when the server could not be reached
 */
export async function changePost(
  api: Pick<ReviewApi, 'claimAgain'>,
  item: QueueItem,
  change: PostChange,
): Promise<ChangedPost> {
  const post = await item.ready;
  if (!post) return { post: null, isSaved: false, reasons: [] };
  const result = await change(post);
  if (result.kind === 'refused') return { post, isSaved: false, reasons: result.reasons };
  if (result.kind === 'taken') return { post: null, isSaved: false, reasons: [] };
  const isHeld =
    result.kind !== 'saved' ||
    (await api.claimAgain(post.id).then(
      (claimed) => claimed !== undefined,
      () => true,
    ));
  return {
    post: isHeld ? result.post : null,
    isSaved: result.kind === 'saved',
    reasons: result.kind === 'changed' ? result.reasons : [],
  };
}
