/** Whether the post was opened from the list, which then stays visible during editing and afterwards. */
import { useRouterState } from '@tanstack/react-router';

/**
 * @returns history state for links between the screens of one post. While the next page is loading, it is that of the page still
 * shown: otherwise the list would be removed and rendered again when a post beside it is closed.
 */
export const usePostLinkState = (): { withList: boolean } => {
  const withList = useRouterState({
    select: ({ location, resolvedLocation, matches }) => {
      const isShown = matches.at(-1)?.pathname === location.pathname;
      return ((isShown ? location : resolvedLocation) ?? location).state.withList === true;
    },
  });
  return { withList };
};
