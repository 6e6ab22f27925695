/** One list of the reports that may have to do with a report. Pure. */
import type { PostStatus } from '@waypost/contract/browse/post-filters';
import type { Point } from '@waypost/contract/posts/posts';
import type { Sender } from '@waypost/contract/posts/senders';
import type { DuplicateReason, PostContext } from '@waypost/contract/review/post-context';

/** Reports of the sender that are listed besides those with more in common. */
const maxOfSender = 5;

/** Another report, and what it has in common with the current one. */
export interface RelatedPost {
  id: number;
  title: string | null;
  status: PostStatus;
  /** May report the same event. */
  isPossibleDuplicate: boolean;
  reasons: readonly DuplicateReason[];
  /** When the event was; undefined where only the sender is the same. */
  post_date: string | undefined;
  /** When the report came in; undefined unless only the sender is the same. */
  created: string | undefined;
  location: Point | null;
  distance: number | null;
  seconds_later: number | undefined;
}

/**
 * Each report once: possible duplicates, the most likely first, then those nearby, then the latest of the sender.
 * @param postId the current report
 */
export function listRelatedPosts(
  { duplicates, nearby }: Pick<PostContext, 'duplicates' | 'nearby'>,
  postsOfSender: Sender['posts'],
  postId: number,
): RelatedPost[] {
  const senderIds = new Set(postsOfSender.map(({ id }) => id));
  const listedIds = new Set([postId, ...duplicates.map(({ id }) => id), ...nearby.map(({ id }) => id)]);
  return [
    ...duplicates.map((post) => ({ ...post, isPossibleDuplicate: true, created: undefined })),
    ...nearby.map((post) => ({
      ...post,
      isPossibleDuplicate: false,
      reasons: senderIds.has(post.id) ? (['sender'] as const) : [],
      created: undefined,
    })),
    ...postsOfSender
      .filter(({ id }) => !listedIds.has(id))
      .slice(0, maxOfSender)
      .map((post) => ({
        ...post,
        isPossibleDuplicate: false,
        reasons: ['sender'] as const,
        post_date: undefined,
        location: null,
        distance: null,
        seconds_later: undefined,
      })),
  ];
}
