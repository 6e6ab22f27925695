import { createFileRoute } from '@tanstack/react-router';
import { EditPost } from '../features/posts/edit-post.tsx';

export const Route = createFileRoute('/_map/posts/$postId_/edit')({
  staticData: { layout: { desk: 'panel', phone: 'full' } },
  component: Screen,
});

function Screen() {
  const { postId } = Route.useParams();
  return <EditPost key={postId} postId={Number(postId)} />;
}
