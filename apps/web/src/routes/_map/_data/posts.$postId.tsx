import { createFileRoute } from '@tanstack/react-router';
import { PostDetail } from '../../../features/posts/detail/post-detail.tsx';
import { checkId } from '../../-id-param.ts';

export const Route = createFileRoute('/_map/_data/posts/$postId')({
  beforeLoad: checkId((params: { postId: string }) => params.postId),
  staticData: { layout: { desktop: 'panel', phoneSheetHeight: 'half' } },
  component: Screen,
});

function Screen() {
  const { postId } = Route.useParams();
  return <PostDetail key={postId} postId={Number(postId)} />;
}
