/** Senders of posts that are withheld from members of the team without View personal data (docs/decisions/0073). */
import type { Post } from '@waypost/contract/posts/posts';
import type { Viewer } from '../../kernel/security/viewer.ts';
import type { PostDetails } from '../post-details.ts';
import { canManagePosts, canSeeHiddenAuthor } from '../posts.rules.ts';
import type { PostRow } from '../posts.sql.ts';

type SentPost = Pick<PostRow, 'id' | 'user_id' | 'masked_user_id'>;

/** Whether an account must not be named to the viewer, because it is the hidden author of the post. */
export const isWithheld = (viewer: Viewer, post: SentPost, userId: number | null): boolean =>
  userId !== null &&
  userId === post.user_id &&
  userId !== post.masked_user_id &&
  !canSeeHiddenAuthor(viewer, post);

/** Whether a post has an author that visitors do not see. */
export const hasHiddenAuthor = (
  post: Pick<PostRow, 'user_id' | 'masked_user_id' | 'author_email' | 'author_realname'>,
): boolean =>
  post.user_id !== post.masked_user_id || post.author_email !== null || post.author_realname !== null;

/** Whether a post has an author or a contact that visitors do not see. */
const hasHiddenSender = ({ post }: PostDetails): boolean => hasHiddenAuthor(post) || post.contact_id !== null;

/**
 * `reporter` of a post, for the team: what stands for a sender that is withheld. Counts posts whose hidden sender is shown, for the
 * audit log.
 */
export function viewReporter(viewer: Viewer, details: PostDetails): Pick<Post, 'reporter'> {
  if (!canManagePosts(viewer) || !hasHiddenSender(details)) return {};
  if (!canSeeHiddenAuthor(viewer, details.post))
    return { reporter: { code: details.reporterCode, may_view: viewer.mayViewPersonalData } };
  if (viewer.seesPersonalData && viewer.id !== details.post.user_id) viewer.personalDataReads += 1;
  return {};
}
