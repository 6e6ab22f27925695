/** The author of a post after a save. */
import type { FieldError } from '@waypost/contract/common/problems';
import type { PostInput } from '@waypost/contract/posts/posts';
import { accessDenied } from '../../kernel/security/require-privilege.ts';
import type { Viewer } from '../../kernel/security/viewer.ts';
import { submittedAuthorId } from '../answers/submitted-answers.ts';
import type { PostDetails } from '../post-details.ts';
import { canManagePosts, canSeeHiddenAuthor } from '../posts.rules.ts';
import { hasHiddenAuthor } from '../visibility/withheld-reporter.ts';

interface PostAuthor {
  user_id: number | null;
  author_realname: string | null;
  author_email: string | null;
}

/** What of an author is sent back as it is shown where it is withheld: nothing. Then it is kept. */
function keepWithheldAuthor(input: PostInput): PostInput {
  const { user, user_id, author_realname, author_email, ...others } = input;
  return {
    ...others,
    ...(user ? { user } : {}),
    ...(user_id ? { user_id } : {}),
    ...(author_realname ? { author_realname } : {}),
    ...(author_email ? { author_email } : {}),
  };
}

/**
 * The author after the save. Only Manage Posts may change it; others may send it back as it was shown to them. Whoever may not see the
 * author cannot replace it either: whether that changed the post would tell who it is.
 * @throws Problem 403
 */
export function resolveAuthorChange(
  viewer: Viewer,
  { post }: PostDetails,
  submitted: PostInput,
  isRestored: boolean,
): { author: PostAuthor; faults: FieldError[] } {
  const isAuthorWithheld =
    canManagePosts(viewer) && hasHiddenAuthor(post) && !canSeeHiddenAuthor(viewer, post);
  const input = isAuthorWithheld && !isRestored ? keepWithheldAuthor(submitted) : submitted;
  const submittedId = submittedAuthorId(input);
  const author: PostAuthor = {
    user_id: submittedId === undefined ? post.user_id : submittedId,
    author_realname: input.author_realname === undefined ? post.author_realname : input.author_realname,
    author_email: input.author_email === undefined ? post.author_email : input.author_email,
  };
  if (!canManagePosts(viewer)) {
    const isChanged =
      (submittedId ?? post.user_id) !== post.user_id ||
      (input.author_realname ?? post.author_realname) !== post.author_realname ||
      (input.author_email ?? post.author_email) !== post.author_email;
    if (isChanged) throw accessDenied(viewer, 'update', 'posts', post.id);
    return { author: post, faults: [] };
  }
  const replacesAuthor =
    submittedId !== undefined || input.author_realname !== undefined || input.author_email !== undefined;
  if (isAuthorWithheld && !isRestored && replacesAuthor && !viewer.mayViewPersonalData)
    throw accessDenied(viewer, 'update', 'posts', post.id);
  const isDescribed = Boolean(input.author_realname ?? input.author_email);
  const hasBoth = author.user_id !== null && isDescribed;
  return { author, faults: hasBoth ? [{ field: 'user_id', rule: 'userAndAuthor' }] : [] };
}
