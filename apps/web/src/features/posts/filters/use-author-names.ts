import { useQueries } from '@tanstack/react-query';
import { listPosts } from '@waypost/contract/posts/posts';
import { buildEndpointQuery } from '../../../api/query-client.ts';
import { buildPostQuery } from '../../../blocks/post-search/post-query.ts';

/**
 * The names of authors by account id, as their latest visible post shows them: most readers may not read accounts. Without an
 * entry for authors whose names the reader may not know.
 */
export const useAuthorNames = (ids: readonly string[]): ReadonlyMap<string, string> =>
  useQueries({
    queries: ids.map((id) =>
      buildEndpointQuery(listPosts, {
        query: { ...buildPostQuery({ user: [id] }, 'list'), limit: 1, offset: 0 },
      }),
    ),
    combine: (answers) =>
      new Map(
        answers.flatMap(({ data }, index) => {
          const id = ids[index];
          const post = data?.results[0];
          const name = post?.user?.realname || post?.author_realname;
          return id !== undefined && name ? [[id, name] as const] : [];
        }),
      ),
  });
