/** The author of a post, as far as the reader may know. */

import type { Post } from '@waypost/contract/posts/posts';
import { useTranslation } from 'react-i18next';

/** The author's name, "A member" if the name is hidden, or "Anonymous". */
export function useAuthor({ user, author_realname }: Pick<Post, 'user' | 'author_realname'>): string {
  const { t } = useTranslation();
  return user?.realname || author_realname || t(user ? 'post.member' : 'post.anonymous');
}
