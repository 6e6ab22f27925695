/** Who a post is from, as far as the reader may know. */
import { useQuery } from '@tanstack/react-query';
import type { Post } from '@waypost/contract/posts';
import { readUser } from '@waypost/contract/users';
import { useTranslation } from 'react-i18next';
import { read } from '../../api/query-client.ts';

export interface Author {
  /** What to call them: their name, "A member" where that is all the reader may know, or "Anonymous". */
  name: string;
  /** What an avatar is drawn from. */
  hash: string | undefined;
}

export function useAuthor(post: Pick<Post, 'user' | 'author_realname'>): Author {
  const { t } = useTranslation();
  const id = post.user?.id;
  const { data } = useQuery({
    ...read(readUser, { params: { id: id ?? 0 } }, { quiet: true }),
    enabled: id !== undefined,
    staleTime: 15 * 60_000,
    retry: false,
  });
  const unknown = t(id === undefined ? 'post.anonymous' : 'post.member');
  return { name: data?.realname || post.author_realname || unknown, hash: data?.gravatar };
}
