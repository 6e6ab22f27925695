/** Opens the next post when one no longer matches the filters and leaves the list (spec 2 §2). */
import { type InfiniteData, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { listPosts, type Post } from '@waypost/contract/posts/posts';
import { call } from '../../api/call.ts';
import { buildPostQuery } from '../../blocks/post-search/post-query.ts';
import { buildPostListKey } from './list/use-posts.ts';
import { usePostLinkState } from './use-post-link-state.ts';

type PostListPages = InfiniteData<{ results: Post[] }>;

/**
 * @returns function to call after the change. `isGone`: the post was deleted, so the server is not asked. `alsoChanged`: ids of
 * posts with the same change, none of which is opened next. `listedBefore`: the list before the change, if it was fetched again
 * since; only a post that is still in the list is opened next. Resolves with whether another page was opened.
 */
export function useOpenNextPost(
  postId: number,
): (
  isGone?: boolean,
  alsoChangedIds?: readonly number[],
  listedBefore?: readonly Post[],
) => Promise<boolean> {
  const search = useSearch({ from: '/_map' });
  const navigate = useNavigate();
  const cache = useQueryClient();
  const { withList } = usePostLinkState();

  return async (isGone = false, alsoChangedIds = [], listedBefore) => {
    if (!withList) {
      if (isGone) await navigate({ to: '/views/map' });
      return isGone;
    }
    const stillMatches =
      !isGone &&
      (await call(listPosts, {
        query: { ...buildPostQuery(search, 'list'), orderby: 'created', post_id: [postId], limit: 1 },
      }).then(
        ({ total_count }) => total_count > 0,
        // When in doubt the post stays open.
        () => true,
      ));
    if (stillMatches) return false;
    const pages = cache.getQueryData<PostListPages>(buildPostListKey(search));
    const listedNow = pages?.pages.flatMap((page) => page.results) ?? [];
    const posts = listedBefore ?? listedNow;
    const listedIds = new Set(listedNow.map(({ id }) => id));
    const at = posts.findIndex((post) => post.id === postId);
    const isCandidate = ({ id }: Post) => listedIds.has(id) && !alsoChangedIds.includes(id);
    const next =
      posts.slice(at + 1).find(isCandidate) ?? posts.slice(0, Math.max(0, at)).findLast(isCandidate);
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
