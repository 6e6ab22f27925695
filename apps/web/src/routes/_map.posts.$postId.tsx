import { createFileRoute } from '@tanstack/react-router';
import { PostDetail } from '../features/posts/post-detail.tsx';

export const Route = createFileRoute('/_map/posts/$postId')({
  staticData: { layout: { desk: 'panel', phone: 'half' } },
  component: Screen,
});

function Screen() {
  const { postId } = Route.useParams();
  return <PostDetail key={postId} postId={Number(postId)} />;
}
