import { createFileRoute, Outlet, useParams } from '@tanstack/react-router';
import { ListDetailLayout } from '../../features/posts/list/list-detail-layout.tsx';
import { usePostLinkState } from '../../features/posts/use-post-link-state.ts';
import { usePostListHeaderSlots } from './-post-list-header-slots.tsx';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /**
     * Whether the post was opened from the list, which stays beside it. Not in the URL, since a link to a post is about the post
     * only.
     */
    withList?: boolean;
  }
}

/** The list, which stays mounted while posts are opened from it. */
export const Route = createFileRoute('/_map/_data')({ component: Screens });

function Screens() {
  const { postId } = useParams({ strict: false });
  const extras = usePostListHeaderSlots('data');
  const { withList } = usePostLinkState();
  return (
    <ListDetailLayout
      {...extras}
      selected={postId === undefined ? undefined : Number(postId)}
      withList={postId === undefined || withList}
    >
      <Outlet />
    </ListDetailLayout>
  );
}
