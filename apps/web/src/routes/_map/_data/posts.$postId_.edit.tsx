import { createFileRoute } from '@tanstack/react-router';
import { EditPost } from '../../../features/posts/edit/edit-post.tsx';
import { checkId } from '../../-id-param.ts';

export const Route = createFileRoute('/_map/_data/posts/$postId_/edit')({
  beforeLoad: checkId((params: { postId: string }) => params.postId),
  staticData: { layout: { desktop: 'panel', phoneSheetHeight: 'full' } },
  component: Screen,
});

function Screen() {
  const { postId } = Route.useParams();
  return <EditPost key={postId} postId={Number(postId)} />;
}
