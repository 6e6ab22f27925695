/** Who a post is from, as far as the reader may know. */
import { useQuery } from '@tanstack/react-query';
import type { Post } from '@waypost/contract/posts';
import { readUser } from '@waypost/contract/users';
import { read } from '../../api/query-client.ts';

export interface Author {
  /** Undefined for a post without an author, or with one that the reader may not know. */
  name: string | undefined;
  /** What an avatar is drawn from. */
  hash: string | undefined;
}

export function useAuthor(post: Pick<Post, 'user' | 'author_realname'>): Author {
  const id = post.user?.id;
  const { data } = useQuery({
    ...read(readUser, { params: { id: id ?? 0 } }, { quiet: true }),
    enabled: id !== undefined,
    staleTime: 15 * 60_000,
    retry: false,
  });
  return { name: data?.realname || post.author_realname || undefined, hash: data?.gravatar };
}
