/** A post that no longer matches the filters leaves the list, and the next one is opened (spec 2 §2). */
import { type InfiniteData, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { listPosts, type Post } from '@waypost/contract/posts/posts';
import { call } from '../../api/call.ts';
import { buildPostQuery } from '../../blocks/post-search/post-query.ts';
import { buildPostListKey } from './list/use-posts.ts';
import { usePostLinkState } from './use-post-link-state.ts';

type PostListPages = InfiniteData<{ results: Post[] }>;

/**
 * @returns to be called after the change; `isGone` when the post was deleted, so that nobody need ask. `alsoChanged` are
 * posts to which the same was done: none of them is the next. It answers whether it led elsewhere.
 */
export function useOpenNextPost(
  postId: number,
): (isGone?: boolean, alsoChanged?: readonly number[]) => Promise<boolean> {
  const search = useSearch({ from: '/_map' });
  const navigate = useNavigate();
  const cache = useQueryClient();
  const { withList } = usePostLinkState();

  return async (isGone = false, alsoChanged = []) => {
    if (!withList) {
      if (isGone) await navigate({ to: '/views/map' });
      return isGone;
    }
    const stays =
      !isGone &&
      (await call(
        listPosts,
        { query: { ...buildPostQuery(search, 'list'), orderby: 'created', post_id: [postId], limit: 1 } },
        { quiet: true },
      ).then(
        ({ total_count }) => total_count > 0,
        // Not knowing is no reason to take the post away.
        () => true,
      ));
    if (stays) return false;
    const pages = cache.getQueryData<PostListPages>(buildPostListKey(search));
    const posts = pages?.pages.flatMap((it) => it.results) ?? [];
    const at = posts.findIndex((it) => it.id === postId);
    const stay = ({ id }: Post) => !alsoChanged.includes(id);
    const next = posts.slice(at + 1).find(stay) ?? posts.slice(0, Math.max(0, at)).findLast(stay);
    if (at === -1 || !next) await navigate({ to: '/views/data' });
    else
      await navigate({
        to: '/posts/$postId',
        params: { postId: String(next.id) },
        state: { withList: true },
      });
    return true;
  };
}
