/** The author of a post, as far as the reader may know. */

import type { Post } from '@waypost/contract/posts/posts';
import { useTranslation } from 'react-i18next';
import { useReporterName } from '../reporter/use-reporter-name.ts';

/** The author's name, what stands for an author who is withheld, "A member" if the name is hidden, or "Anonymous". */
export function useAuthor({
  user,
  author_realname,
  reporter,
}: Pick<Post, 'user' | 'author_realname' | 'reporter'>): string {
  const { t } = useTranslation();
  const withheld = useReporterName()(reporter);
  return user?.realname || author_realname || withheld || t(user ? 'post.member' : 'post.anonymous');
}
