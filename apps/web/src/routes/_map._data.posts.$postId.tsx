import { createFileRoute } from '@tanstack/react-router';
import { PostDetail } from '../features/posts/post-detail.tsx';
import { checkId } from './-id-param.ts';

export const Route = createFileRoute('/_map/_data/posts/$postId')({
  beforeLoad: checkId((params: { postId: string }) => params.postId),
  staticData: { layout: { desk: 'panel', phone: 'half' } },
  component: Screen,
});

function Screen() {
  const { postId } = Route.useParams();
  return <PostDetail key={postId} postId={Number(postId)} />;
}
