/** Whether the post was opened from the list, which then stays beside it through editing and back. */
import { useRouterState } from '@tanstack/react-router';

/** @returns the state to give to links between the screens of one post */
export const usePostLinkState = (): { withList: boolean } => {
  const withList = useRouterState({ select: ({ location }) => location.state.withList === true });
  return { withList };
};
