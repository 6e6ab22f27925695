/** Whether the post was opened from the list, which then stays visible during editing and afterwards. */
import { useRouterState } from '@tanstack/react-router';

/** @returns history state for links between the screens of one post */
export const usePostLinkState = (): { withList: boolean } => {
  const withList = useRouterState({ select: ({ location }) => location.state.withList === true });
  return { withList };
};
