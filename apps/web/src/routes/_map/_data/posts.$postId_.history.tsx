import { createFileRoute } from '@tanstack/react-router';
import { PostHistory } from '../../../features/posts/history/post-history.tsx';
import { checkId } from '../../-id-param.ts';

export const Route = createFileRoute('/_map/_data/posts/$postId_/history')({
  beforeLoad: checkId((params: { postId: string }) => params.postId),
  staticData: { layout: { desktop: 'panel', phoneSheetHeight: 'full' } },
  component: Screen,
});

function Screen() {
  const { postId } = Route.useParams();
  return <PostHistory key={postId} postId={Number(postId)} />;
}
