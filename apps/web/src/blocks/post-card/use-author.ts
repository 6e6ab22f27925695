/** Who a post is from, as far as the reader may know. */
import type { Post } from '@waypost/contract/posts/posts';
import { useTranslation } from 'react-i18next';

/** What to call them: their name, "A member" where that is all the reader may know, or "Anonymous". */
export function useAuthor({ user, author_realname }: Pick<Post, 'user' | 'author_realname'>): string {
  const { t } = useTranslation();
  return user?.realname || author_realname || t(user ? 'post.member' : 'post.anonymous');
}
